"""Chat requests that a server answers within a day, for less: OpenAI's Batch API.

A file of requests is uploaded, a batch made of it, and its answers read from another file. All of
them are deleted at the server once they were read.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import openai

from momo.platform.ai import structured
from momo.platform.ai.config import AIConfig
from momo.platform.ai.connection import Connection
from momo.platform.ai.contract import ProviderError, Usage
from momo.platform.ai.structured import Prompt

MAX_REQUESTS = 2_000  # in one batch; the API takes 50,000 and 200 MB, answers must fit in memory
MAX_FILE_BYTES = 190_000_000  # of an uploaded file; the API takes 200 MB
MAX_ANSWER_BYTES = 256 * 1024**2  # of a file of answers
MAX_ANSWER_SECONDS = 900.0  # to read one
WINDOW: Final = "24h"  # within which a batch is answered; the API has no other
ENDPOINT: Final = "/v1/chat/completions"
LABEL = "momo_batch"  # of a batch at the server: the id that it has here
_ENDED = {"completed", "failed", "expired", "cancelled"}


@dataclass(frozen=True, slots=True)
class Polled:
    """How far a batch is. One that ended may have answered some requests, or none."""

    ended: bool
    files: tuple[str, ...] = ()  # with answers and errors
    input_file: str = ""


@dataclass(frozen=True, slots=True)
class Answers:
    """Valid answers by the key of their request, and what they all used."""

    by_key: Mapping[str, dict[str, Any]]
    usage: Usage


class OpenAIBatches:
    """Batches of chat requests at one server and model. Every method raises ProviderError."""

    def __init__(self, config: AIConfig) -> None:
        patient = replace(config, max_bytes=MAX_ANSWER_BYTES, max_seconds=MAX_ANSWER_SECONDS)
        self._connection = Connection(patient, config.chat_model)
        self._config = config

    def send(
        self, prompts: Mapping[str, Prompt], *, schema: Mapping[str, Any], name: str, label: str
    ) -> str:
        """Ask for an answer to each prompt, by its key. Returns the server's id of the batch."""
        content = self._file(prompts, schema, name)
        client = self._connection.client
        uploaded = self._call(
            lambda: client.files.create(file=("requests.jsonl", content), purpose="batch")
        )
        try:
            batch = self._call(
                lambda: client.batches.create(
                    input_file_id=uploaded.id, endpoint=ENDPOINT, completion_window=WINDOW,
                    metadata={LABEL: label},
                )
            )  # fmt: skip
        except ProviderError:
            self.delete(Polled(ended=True, input_file=uploaded.id))
            raise
        return str(batch.id)

    def find(self, label: str) -> str:
        """The server's id of the batch with a label, "" where it has none such among its latest."""
        listed = self._call(lambda: self._connection.client.batches.list(limit=100))
        return next((b.id for b in listed.data if (b.metadata or {}).get(LABEL) == label), "")

    def poll(self, remote_id: str) -> Polled:
        batch = self._call(lambda: self._connection.client.batches.retrieve(remote_id))
        files = tuple(each for each in (batch.output_file_id, batch.error_file_id) if each)
        return Polled(batch.status in _ENDED, files, batch.input_file_id or "")

    def read(self, polled: Polled, schema: Mapping[str, Any]) -> Answers:
        """What is valid under the schema among the answers of a batch that ended."""
        answers: dict[str, dict[str, Any]] = {}
        asked = answered = 0
        for file_id in polled.files:
            for key, completion in self._lines(file_id):
                usage = completion.get("usage") or {}
                asked += _count(usage.get("prompt_tokens"))
                answered += _count(usage.get("completion_tokens"))
                value, _ = structured.parse(_content(completion), schema)
                if value is not None:
                    answers.setdefault(key, value)
        return Answers(answers, Usage(self._config.chat_model, asked, answered, batched=True))

    def drop(self, remote_id: str) -> None:
        """Have a batch stopped, and leave none of its files, as far as the server lets it."""
        with suppress(ProviderError):
            self._call(lambda: self._connection.client.batches.cancel(remote_id))
        with suppress(ProviderError):
            self.delete(self.poll(remote_id))

    def delete(self, polled: Polled) -> None:
        """Leave none of its files at the server, as far as it lets them go."""
        files = self._connection.client.files
        for file_id in filter(None, (*polled.files, polled.input_file)):
            with suppress(ProviderError):
                self._call(partial(files.delete, file_id))

    def _file(self, prompts: Mapping[str, Prompt], schema: Mapping[str, Any], name: str) -> bytes:
        shape = structured.request_format(structured.FORMATS[0], schema, name)
        lines = [
            json.dumps(
                {
                    "custom_id": key, "method": "POST", "url": ENDPOINT,
                    "body": {
                        "model": self._config.chat_model,
                        "messages": [dict(message) for message in prompt],
                        "max_completion_tokens": self._config.answer_tokens, **shape,
                    },
                }
            )
            for key, prompt in prompts.items()
        ]  # fmt: skip
        content = "\n".join(lines).encode()
        if len(content) > MAX_FILE_BYTES:
            raise ProviderError("A batch is larger than the server takes.", retryable=False)
        return content

    def _lines(self, file_id: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The keys and completions of a file's requests that were answered."""
        content = self._call(lambda: self._connection.client.files.content(file_id))
        for line in content.text.split("\n"):  # a text may hold what else ends lines
            try:
                entry = json.loads(line)
                response = entry["response"]
                if response and response["status_code"] == 200:
                    yield str(entry["custom_id"]), dict(response["body"])
            except (ValueError, KeyError, TypeError, RecursionError):
                continue  # who is not answered is asked again, at once

    def _call(self, request: Any) -> Any:
        try:
            return self._connection.call(lambda _: request(), {})
        except openai.OpenAIError:  # raised where a response is read after its call
            raise ProviderError(f"{self._connection.who} broke off its answer.") from None


def _content(completion: Mapping[str, Any]) -> str:
    """The text of a finished answer, "" where there is none."""
    try:
        choice = completion["choices"][0]
        if choice.get("finish_reason") != "stop":
            return ""
        return str(choice["message"]["content"] or "")
    except (KeyError, IndexError, TypeError, AttributeError):
        return ""


def _count(tokens: Any) -> int:
    return tokens if isinstance(tokens, int) and tokens > 0 else 0
