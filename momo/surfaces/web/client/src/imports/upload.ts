import { csrfToken, type Schemas } from "../api/client";
import { ApiProblem } from "../api/problem";
import type { Picked } from "./picked";

export type Upload = Schemas["UploadItem"];

/**
 * Hand in a file or a folder. `onProgress` is told the share that has arrived, 0 to 1: `fetch` tells
 * nothing of what it sends. Rejects with ApiProblem, and with an AbortError where it was aborted.
 */
export function handIn(
  picked: Picked,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener("abort", abort, { once: true });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onload = () =>
      request.status === 201 ? resolve(bodyOf(request)) : reject(problem(request));
    request.onerror = () => reject(new TypeError("The upload was broken off."));
    request.onabort = () => reject(new DOMException("Stopped", "AbortError"));
    request.open("POST", "/api/v1/uploads");
    request.setRequestHeader("X-CSRFToken", csrfToken());
    request.setRequestHeader("Accept", "application/json");
    request.send(formOf(picked));
  });
}

function formOf({ files, isFolder }: Picked): FormData {
  const form = new FormData();
  if (isFolder) form.append("paths", JSON.stringify(files.map((each) => each.path)));
  for (const { file } of files) form.append("file", file, file.name);
  return form;
}

function bodyOf(request: XMLHttpRequest): Upload {
  return JSON.parse(request.responseText) as Upload;
}

function problem(request: XMLHttpRequest): ApiProblem {
  try {
    return new ApiProblem(JSON.parse(request.responseText), request.status);
  } catch {
    return new ApiProblem({}, request.status);
  }
}
