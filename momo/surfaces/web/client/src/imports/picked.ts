/** A file or a folder that somebody dropped or picked: one import each. */
export interface Picked {
  name: string;
  bytes: number;
  isFolder: boolean;
  files: { file: File; path: string }[];
}

interface FileWithPath extends File {
  path?: string;
  relativePath?: string;
}

/** Files by the folder they were dropped in; those of no folder stay by themselves. */
export function sorted(files: readonly FileWithPath[]): Picked[] {
  const found = new Map<string, Picked>();
  for (const file of files) {
    const path = pathOf(file);
    const [top = "", ...below] = path.split("/");
    const isFolder = below.length > 0;
    const key = isFolder ? `folder ${top}` : `file ${path} ${file.lastModified}`;
    const picked = found.get(key) ?? { name: top, bytes: 0, isFolder, files: [] };
    picked.files.push({ file, path });
    picked.bytes += file.size;
    found.set(key, picked);
  }
  return [...found.values()];
}

function pathOf(file: FileWithPath): string {
  const told = file.path || file.relativePath || file.webkitRelativePath || file.name;
  return told.replace(/^(\.?\/)+/, "");
}

const UNITS = ["bytes", "KB", "MB", "GB"];

export function sizeOf(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const digits = step && bytes / 1000 ** step < 10 ? 1 : 0;
  return `${(bytes / 1000 ** step).toFixed(digits)} ${UNITS[step]}`;
}
