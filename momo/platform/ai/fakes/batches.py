"""Files and batches of the fake: what was uploaded, what was asked, and what becomes of it."""

import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email import message_from_bytes
from email.policy import HTTP
from typing import Any

Complete = Callable[[Mapping[str, Any]], dict[str, Any]]  # a request's body to its completion
_TIMES = ("in_progress", "finalizing", "completed", "failed", "expired", "cancelled")


@dataclass(slots=True)
class BatchDesk:
    """Answers batches after so many polls, with an outcome of the test's choice.

    `unanswered` are numbers of requests, from 0, that end in the error file or, in a batch that
    expired or was cancelled, were never begun. A file that was deleted is gone.
    """

    polls: int = 1
    outcome: str = "completed"
    unanswered: set[int] = field(default_factory=set)
    spoil: Callable[[str], str] = str  # what becomes of a file of answers
    files: dict[str, bytes] = field(default_factory=dict)
    batches: dict[str, dict[str, Any]] = field(default_factory=dict)
    _polled: dict[str, int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def upload(self, body: bytes, content_type: str) -> dict[str, Any]:
        """Keep the file of a multipart form."""
        head = f"Content-Type: {content_type}\r\n\r\n".encode()
        form: Any = message_from_bytes(head + body, policy=HTTP)
        parts: dict[str, Any] = {
            part.get_param("name", header="content-disposition"): part for part in form.iter_parts()
        }
        content = parts["file"].get_payload(decode=True)
        return self._keep(content, "requests.jsonl", parts["purpose"].get_payload().strip())

    def create(self, body: Mapping[str, Any]) -> dict[str, Any]:
        with self._lock:
            name = f"batch_{len(self.batches) + 1}"
            batch = {
                "id": name, "object": "batch", "endpoint": body["endpoint"], "errors": None,
                "input_file_id": body["input_file_id"], "status": "validating",
                "completion_window": body["completion_window"], "created_at": 0,
                "metadata": body.get("metadata"), "output_file_id": None, "error_file_id": None,
                "expires_at": 86_400, **{f"{each}_at": None for each in _TIMES},
                "request_counts": {"total": 0, "completed": 0, "failed": 0},
            }  # fmt: skip
            self.batches[name] = batch
        return batch

    def poll(self, name: str, complete: Complete) -> dict[str, Any] | None:
        """The batch as it is now: it ends at the poll after so many."""
        batch = self.batches.get(name)
        if batch is None:
            return None
        with self._lock:
            self._polled[name] = self._polled.get(name, 0) + 1
            ready = self._polled[name] > self.polls and batch["status"] not in _TIMES[2:]
        if ready:
            self._finish(batch, complete)
        elif batch["status"] == "validating":
            batch["status"] = "in_progress"
        return batch

    def cancel(self, name: str) -> dict[str, Any] | None:
        """The batch, stopped unless it had ended."""
        batch = self.batches.get(name)
        if batch and batch["status"] not in _TIMES[2:]:
            batch["status"] = "cancelled"
        return batch

    def _finish(self, batch: dict[str, Any], complete: Complete) -> None:
        batch["status"] = self.outcome
        batch[f"{self.outcome}_at"] = 1
        if self.outcome == "failed":
            error = {"code": "invalid_json_line", "message": "Bad.", "line": 1, "param": None}
            batch["errors"] = {"object": "list", "data": [error]}
            return
        lines = [json.loads(line) for line in self.files[batch["input_file_id"]].splitlines()]
        done, failed = [], []
        for number, line in enumerate(lines):
            if number in self.unanswered:
                failed.append(_failed(line, self.outcome))
            else:
                done.append(_answered(line, complete(line["body"])))
        batch["request_counts"] = {
            "total": len(lines), "completed": len(done), "failed": len(failed)
        }  # fmt: skip
        for name, entries in (("output_file_id", done), ("error_file_id", failed)):
            if entries:
                text = self.spoil("\n".join(json.dumps(each) for each in entries))
                batch[name] = self._keep(text.encode(), "out.jsonl", "batch_output")["id"]

    def _keep(self, content: bytes, filename: str, purpose: str) -> dict[str, Any]:
        with self._lock:
            name = f"file-{len(self.files) + 1}"
            self.files[name] = content
        return {
            "id": name, "object": "file", "bytes": len(content), "created_at": 0,
            "filename": filename, "purpose": purpose, "status": "processed",
        }  # fmt: skip


def _answered(line: Mapping[str, Any], completion: Mapping[str, Any]) -> dict[str, Any]:
    response = {"status_code": 200, "request_id": "req_fake", "body": dict(completion)}
    return _entry(line, response, None)


def _failed(line: Mapping[str, Any], outcome: str) -> dict[str, Any]:
    if outcome in {"expired", "cancelled"}:
        return _entry(line, None, {"code": f"batch_{outcome}", "message": "Not begun."})
    error = {"error": {"message": "The fake failed.", "type": "server_error", "code": None}}
    return _entry(line, {"status_code": 500, "request_id": "req_fake", "body": error}, None)


def _entry(line: Mapping[str, Any], response: Any, error: Any) -> dict[str, Any]:
    return {
        "id": "batch_req_fake", "custom_id": line["custom_id"], "response": response,
        "error": error,
    }  # fmt: skip
