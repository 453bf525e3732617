"""Requests and answers of the fake, byte for byte as the openai package expects them."""

import json
from collections.abc import Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler
from typing import Any

from momo.platform.ai.fakes import vectors
from momo.platform.ai.fakes.faults import Fault
from momo.platform.ai.fakes.replies import answer, prompt_text
from momo.platform.ai.fakes.server import Recorded, Script

PIECE = 8  # characters of a streamed chunk
_REFUSALS = {
    Fault.RATE_LIMIT: (429, "rate_limit_exceeded"),
    Fault.QUOTA: (429, "insufficient_quota"),
    Fault.SERVER_ERROR: (500, "server_error"),
    Fault.UNAUTHORIZED: (401, "invalid_api_key"),
    Fault.TOO_LONG: (400, "context_length_exceeded"),
}
_SPOILED = {
    Fault.INVALID_JSON: '{"decisions": [',
    Fault.SCHEMA_VIOLATION: '{"unexpected": true}',
    Fault.EMPTY: "",
    Fault.DECLINED: "",
    Fault.NO_NUMBER: '{"decisions": NaN}',
    Fault.NESTED: '{"decisions": ' + "[" * 10_000 + "]" * 10_000 + "}",
}
HUGE_BYTES = 64 * 1024**2
TRICKLE_SECONDS = 0.02  # between two bytes


class Handler(BaseHTTPRequestHandler):
    """Answers /v1/chat/completions, /v1/embeddings and /v1/models as its script says."""

    protocol_version = "HTTP/1.1"

    script: Script  # of the server that it answers for

    def do_GET(self) -> None:
        self._record({})
        path, _, _ = self.path.partition("?")
        desk = self.script.batches
        if path == "/v1/models":
            self._json({"object": "list", "data": [{"id": "fake", "object": "model"}]})
        elif self._refused_call(self.script.faults.next()):
            return
        elif path == "/v1/batches":
            self._json({"object": "list", "data": list(desk.batches.values()), "has_more": False})
        elif path.startswith("/v1/batches/") and (batch := desk.poll(_last(path), self._complete)):
            self._json(batch)
        elif path.endswith("/content") and (name := path.split("/")[3]) in desk.files:
            self._send(200, desk.files[name], "application/octet-stream")
        else:
            self._error(404, "not_found")

    def do_DELETE(self) -> None:
        self._record({})
        name = _last(self.path)
        if self.script.batches.files.pop(name, None) is None:
            self._error(404, "not_found")
        else:
            self._json({"id": name, "object": "file", "deleted": True})

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers["content-length"]))
        is_file = self.path == "/v1/files"
        body = {} if is_file else json.loads(content or b"{}")
        self._record(body)
        fault = self.script.faults.next()
        if self._refused_call(fault):
            return
        if is_file:
            self._json(self.script.batches.upload(content, self.headers["content-type"]))
        elif self.path == "/v1/batches":
            self._json(self.script.batches.create(body))
        elif self.path.endswith("/cancel") and (batch := self._cancelled()):
            self._json(batch)
        elif part := self._refused_part(body):
            self._error(400, "unsupported_value", param=part)
        elif self.path == "/v1/embeddings":
            self._embeddings(body)
        elif self.path == "/v1/chat/completions":
            self._chat(body, fault)
        else:
            self._error(404, "not_found")

    def _cancelled(self) -> dict[str, Any] | None:
        return self.script.batches.cancel(self.path.split("/")[3])

    def log_message(self, format: str, *args: Any) -> None:
        """Stay silent: what is asked of a fake is in its records."""

    def _record(self, body: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.script.requests.append(Recorded(self.path, body, headers))

    def _refused_call(self, fault: Fault | None) -> bool:
        """Whether a fault ended the call, so that nothing of an answer follows."""
        if fault is Fault.HANG:
            self.script.stopping.wait(60)
            self.close_connection = True
        elif fault in _REFUSALS:
            self._error(*_REFUSALS[fault], retry_after=fault is Fault.RATE_LIMIT)
        elif fault is Fault.NOT_AN_API:
            self._send(200, b"<html>Welcome</html>", "text/html")
        elif fault is Fault.HUGE:
            self._pour(b" " * 65_536, HUGE_BYTES // 65_536, 0.0)
        elif fault is Fault.TRICKLE:
            self._pour(b" ", 10**6, TRICKLE_SECONDS)
        else:
            return False
        return True

    def _pour(self, piece: bytes, times: int, pause: float) -> None:
        """Send on and on, until the other side has enough."""
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        try:
            for _ in range(times):
                self.wfile.write(piece)
                if self.script.stopping.wait(pause) if pause else self.script.stopping.is_set():
                    return
        except OSError:
            return

    def _refused_part(self, body: Mapping[str, Any]) -> str:
        kind = (body.get("response_format") or {}).get("type")
        present = {*body, *([kind] if kind else [])}
        refused = next(iter(sorted(self.script.refused & present)), "")
        return "response_format" if refused and refused == kind else refused

    def _chat(self, body: Mapping[str, Any], fault: Fault | None) -> None:
        content = _SPOILED[fault] if fault in _SPOILED else answer(body, self.script.rules)
        finish = "stop"
        if fault is Fault.CUT_LENGTH:
            content, finish = content[: len(content) // 2], "length"
        if body.get("stream"):
            self._stream(body, content, finish, cut=fault is Fault.CUT_STREAM)
            return
        refusal = "I cannot help with that." if fault is Fault.DECLINED else None
        self._json(_completion(body, content, finish, refusal))

    def _complete(self, body: Mapping[str, Any]) -> dict[str, Any]:
        return _completion(body, answer(body, self.script.rules), "stop", None)

    def _stream(self, body: Mapping[str, Any], content: str, finish: str, *, cut: bool) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        self.close_connection = True
        pieces = [content[start : start + PIECE] for start in range(0, len(content), PIECE)]
        for piece in pieces[: len(pieces) // 2] if cut else pieces:
            self._event(_chunk(body, {"content": piece}, None))
        if cut:
            return
        self._event(_chunk(body, {}, finish))
        if (body.get("stream_options") or {}).get("include_usage"):
            last = {"choices": [], "usage": _usage(prompt_text(body), content)}
            self._event(_envelope(body, "chat.completion.chunk") | last)
        self.wfile.write(b"data: [DONE]\n\n")

    def _embeddings(self, body: Mapping[str, Any]) -> None:
        texts = [body["input"]] if isinstance(body["input"], str) else body["input"]
        if not texts or not all(texts) or len(texts) > 2048:
            self._error(400, "invalid_input", param="input")
            return
        width = body.get("dimensions") or self.script.dimensions
        encoding = body.get("encoding_format", "float")
        rows = [vectors.encoded(vectors.embed(text, width), encoding) for text in texts]
        data = [
            {"object": "embedding", "index": index, "embedding": row}
            for index, row in enumerate(rows)
        ]
        tokens = sum(len(text.split()) for text in texts)
        usage = {"prompt_tokens": tokens, "total_tokens": tokens}
        self._json({"object": "list", "model": body["model"], "data": data, "usage": usage})

    def _event(self, chunk: Mapping[str, Any]) -> None:
        self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
        self.wfile.flush()

    def _error(
        self, status: int, code: str, *, param: str | None = None, retry_after: bool = False
    ) -> None:
        message = f"The fake refuses this request: {code} {param or ''}"
        error = {"message": message, "type": "invalid_request_error", "param": param, "code": code}
        headers = {"retry-after": self.script.retry_after} if retry_after else {}
        self._send(status, json.dumps({"error": error}).encode(), "application/json", headers)

    def _json(self, payload: Mapping[str, Any]) -> None:
        self._send(200, json.dumps(payload).encode(), "application/json")

    def _send(
        self, status: int, body: bytes, kind: str, headers: Mapping[str, str] | None = None
    ) -> None:
        self.send_response(status)
        for name, value in {"content-type": kind, **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        with suppress(ConnectionError):  # the other side had enough
            self.wfile.write(body)


def _envelope(body: Mapping[str, Any], kind: str) -> dict[str, Any]:
    return {"id": "chatcmpl-fake", "object": kind, "created": 0, "model": body["model"]}


def _completion(
    body: Mapping[str, Any], content: str, finish: str, refusal: str | None
) -> dict[str, Any]:
    message = {
        "role": "assistant", "content": None if refusal else content, "refusal": refusal,
    }  # fmt: skip
    choice = {"index": 0, "message": message, "finish_reason": finish, "logprobs": None}
    usage = _usage(prompt_text(body), content)
    return _envelope(body, "chat.completion") | {"choices": [choice], "usage": usage}


def _last(path: str) -> str:
    return path.rpartition("/")[2]


def _chunk(body: Mapping[str, Any], delta: Mapping[str, Any], finish: str | None) -> dict[str, Any]:
    choice = {"index": 0, "delta": dict(delta), "finish_reason": finish}
    return _envelope(body, "chat.completion.chunk") | {"choices": [choice]}


def _usage(prompt: str, content: str) -> dict[str, int]:
    asked, answered = len(prompt.split()), len(content.split())
    return {
        "prompt_tokens": asked,
        "completion_tokens": answered,
        "total_tokens": asked + answered,
    }
