"""Chat and embeddings from any server that speaks OpenAI's API, through the openai package."""

from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from openai.types import CompletionUsage, CreateEmbeddingResponse
from openai.types.chat import ChatCompletion, ChatCompletionChunk

from momo.platform.ai import structured
from momo.platform.ai.calibration import calibration_for
from momo.platform.ai.config import ANSWER, EMBEDDING, AIConfig, UsageCallback, ignore_usage
from momo.platform.ai.connection import Connection
from momo.platform.ai.contract import EMBEDDING_DIMENSIONS, ProviderError, Unanswerable, Usage
from momo.platform.ai.failures import Refused
from momo.platform.ai.structured import Prompt
from momo.platform.ai.tokens import estimate_tokens, truncate_to_tokens
from momo.platform.ai.vectors import scatter, unit_rows

BATCH_INPUTS = 2_048  # texts in one embedding request; the API's limit
BATCH_TOKENS = 250_000  # in one embedding request; the API's limit is 300,000
BATCH_CHARACTERS = 1_000_000  # in one embedding request, to keep its body to a few MB
MESSAGE_OVERHEAD = 4  # tokens a chat message adds to its text, for its role and limits


class OpenAIChat:
    """Chat completions. `before_call` gets the estimated input, and may raise QuotaExceeded;
    `on_usage` gets what each request used, repairs and broken-off streams included."""

    def __init__(
        self,
        config: AIConfig,
        *,
        on_usage: UsageCallback = ignore_usage,
        before_call: UsageCallback = ignore_usage,
    ) -> None:
        self.model = config.chat_model
        self._connection = Connection(config, config.chat_model)
        self._on_usage = on_usage
        self._before_call = before_call
        self._settings: dict[str, Any] = {
            "temperature": config.temperature,
            "max_completion_tokens": config.answer_tokens,
        }
        self._stream_settings: dict[str, Any] = {"stream_options": {"include_usage": True}}
        self._stream_settings |= self._settings
        self._formats: dict[str, int] = {}  # schema name to the first of FORMATS that was taken

    def complete_json(
        self, messages: Prompt, *, schema: Mapping[str, Any], name: str
    ) -> dict[str, Any]:
        """Return an object valid under the JSON schema, repaired once if need be.

        `name` is the purpose under which usage is reported. Raises ProviderError.
        """
        prompt = messages
        for _ in range(2):
            content, problem = self._content(self._complete(prompt, schema, name))
            if not problem:
                value, problem = structured.parse(content, schema)
                if value is not None:
                    return value
            prompt = structured.repair(messages, content, problem)
        raise Unanswerable(
            f"{self._connection.who} gave no valid answer for {name} in two attempts: "
            "try again, or use a more capable model."
        )

    def stream(self, messages: Prompt) -> Iterator[str]:
        """Yield pieces of text as they come. Raises ProviderError, also where the text is cut."""
        self._before_call(self._estimate(messages), ANSWER)
        chunks = self._connection.call(
            lambda settings: self._connection.client.chat.completions.create(
                model=self.model, messages=_wire(messages), stream=True, **settings
            ),
            self._stream_settings,
        )
        yield from self._read_stream(chunks, messages)

    def _read_stream(
        self, chunks: Iterator[ChatCompletionChunk], messages: Prompt
    ) -> Iterator[str]:
        pieces: list[str] = []
        usage, finish = None, None
        try:
            with self._connection.guarded():
                for chunk in chunks:
                    usage = chunk.usage or usage
                    for choice in chunk.choices or []:
                        finish = choice.finish_reason or finish
                        if choice.delta and choice.delta.content:
                            pieces.append(choice.delta.content)
                            yield choice.delta.content
        finally:
            self._report(usage, messages, "".join(pieces), ANSWER)
        if finish != "stop":
            raise ProviderError(f"{self._connection.who} broke off its answer: ask again.")

    def _complete(self, prompt: Prompt, schema: Mapping[str, Any], name: str) -> ChatCompletion:
        """Ask in the strictest format that the server takes for this schema."""
        for rank in range(self._formats.get(name, 0), len(structured.FORMATS)):
            kind = structured.FORMATS[rank]
            try:
                asked = structured.with_instructions(kind, prompt, schema)
                completion = self._send(asked, structured.request_format(kind, schema, name), name)
            except Refused:
                if kind == structured.FORMATS[-1]:
                    raise
            else:
                self._formats[name] = rank
                return completion
        raise AssertionError("unreachable: the last format returns or raises")

    def _send(self, prompt: Prompt, shape: Mapping[str, Any], purpose: str) -> ChatCompletion:
        self._before_call(self._estimate(prompt), purpose)
        completion: ChatCompletion = self._connection.call(
            lambda settings: self._connection.client.chat.completions.create(
                model=self.model, messages=_wire(prompt), **shape, **settings
            ),
            self._settings,
        )
        if not isinstance(completion, ChatCompletion) or not completion.choices:
            raise ProviderError(f"{self._connection.who} sent no answer: check its URL.")
        text = completion.choices[0].message.content or ""
        self._report(completion.usage, prompt, text, purpose)
        return completion

    def _content(self, completion: ChatCompletion) -> tuple[str, str]:
        """Return the answer's text and what keeps it from being parsed, "" if nothing does."""
        choice = completion.choices[0]
        if choice.finish_reason == "content_filter" or choice.message.refusal:
            raise Unanswerable(
                f"{self._connection.who} declined to answer: use another model.", retryable=False
            )
        if choice.finish_reason == "length":
            return "", "The answer was cut off at the length limit; answer more briefly."
        return choice.message.content or "", ""

    def _estimate(self, prompt: Prompt) -> Usage:
        tokens = sum(estimate_tokens(part["content"]) + MESSAGE_OVERHEAD for part in prompt)
        return Usage(self.model, input_tokens=tokens)

    def _report(
        self, usage: CompletionUsage | None, prompt: Prompt, text: str, purpose: str
    ) -> None:
        if usage is not None:
            used = Usage(self.model, usage.prompt_tokens, usage.completion_tokens)
        else:
            used = Usage(self.model, self._estimate(prompt).input_tokens, estimate_tokens(text))
        self._on_usage(used, purpose)


class OpenAIEmbeddings:
    """Embeddings; the callbacks are those of OpenAIChat, called once a request."""

    def __init__(
        self,
        config: AIConfig,
        *,
        on_usage: UsageCallback = ignore_usage,
        before_call: UsageCallback = ignore_usage,
    ) -> None:
        self.model = config.embedding_model
        self._connection = Connection(config, config.embedding_model)
        self._input_tokens = config.embedding_input_tokens
        self._calibration = config.calibration or calibration_for(self.model)
        self._on_usage = on_usage
        self._before_call = before_call
        self._settings: dict[str, Any] = {}
        if "text-embedding-3" in self.model:
            self._settings["dimensions"] = EMBEDDING_DIMENSIONS

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return shape (len(texts), EMBEDDING_DIMENSIONS); rows of length 1, 0 for a blank text.

        A text longer than the model takes is embedded by its beginning. Raises ProviderError.
        """
        positions = [index for index, text in enumerate(texts) if text.strip()]
        inputs = [truncate_to_tokens(texts[index], self._input_tokens) for index in positions]
        rows = [self._request(batch) for batch in _batches(inputs)]
        if not rows:
            return scatter(np.zeros((0, 0), dtype=np.float32), [], len(texts))
        return scatter(np.concatenate(rows), positions, len(texts))

    def calibrate(self, cosine: float) -> float:
        """Map a cosine to 0..1; see momo.platform.ai.calibration."""
        return self._calibration(cosine)

    def _request(self, batch: list[str]) -> NDArray[np.float32]:
        estimate = Usage(self.model, sum(map(estimate_tokens, batch)))
        self._before_call(estimate, EMBEDDING)
        response: CreateEmbeddingResponse = self._connection.call(
            lambda settings: self._connection.client.embeddings.create(
                model=self.model, input=batch, encoding_format="base64", **settings
            ),
            self._settings,
        )
        if not isinstance(response, CreateEmbeddingResponse) or not response.data:
            raise ProviderError(f"{self._connection.who} sent no vectors: check its URL.")
        counted = response.usage.prompt_tokens if response.usage else estimate.input_tokens
        self._on_usage(Usage(self.model, counted), EMBEDDING)
        with self._connection.guarded():  # what cannot be decoded is the server's fault too
            return unit_rows(self._rows(response, len(batch)))

    def _rows(self, response: CreateEmbeddingResponse, count: int) -> NDArray[np.float32]:
        rows = [_vector(item.embedding) for item in sorted(response.data, key=lambda x: x.index)]
        widths = {row.size for row in rows}
        if len(rows) != count or len(widths) != 1:
            raise ProviderError(f"{self._connection.who} sent other vectors than asked for.")
        if max(widths) > EMBEDDING_DIMENSIONS:
            raise ProviderError(
                f"{self._connection.who} makes vectors of {max(widths)} dimensions, and Momo "
                f"stores {EMBEDDING_DIMENSIONS}: choose a model with no more.",
                retryable=False,
            )
        return np.stack(rows)


def _wire(prompt: Prompt) -> Any:
    return [dict(message) for message in prompt]


def _vector(sent: Any) -> NDArray[np.float32]:
    """Decode base64, a quarter of the size of digits; some servers send numbers all the same."""
    if isinstance(sent, str):
        return np.frombuffer(b64decode(sent), dtype="<f4").astype(np.float32)
    return np.array(sent, dtype=np.float32)


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    tokens = characters = 0
    for text in texts:
        cost = estimate_tokens(text)
        full = len(batch) == BATCH_INPUTS or tokens + cost > BATCH_TOKENS
        if batch and (full or characters + len(text) > BATCH_CHARACTERS):
            yield batch
            batch, tokens, characters = [], 0, 0
        batch.append(text)
        tokens, characters = tokens + cost, characters + len(text)
    if batch:
        yield batch
