"""Which models to use and how patiently. Read from the environment by the settings alone."""

from collections.abc import Callable
from dataclasses import dataclass, field

from momo.platform.ai.calibration import Calibration
from momo.platform.ai.contract import Usage

DEFAULT_BASE_URL = "https://api.openai.com/v1"

# Called with what a request used (or is about to use) and its purpose: the schema's name for
# structured answers, else one of the two below.
UsageCallback = Callable[[Usage, str], None]
ANSWER = "answer"
EMBEDDING = "embed"


def ignore_usage(usage: Usage, purpose: str) -> None:
    """Meter nothing."""


@dataclass(frozen=True, slots=True)
class AIConfig:
    """An OpenAI-compatible server and its models. With neither URL nor key, Momo works offline.

    A server that needs no key is named by its URL alone; a key alone means OpenAI itself. An empty
    model name switches that half off: no chat, or offline embeddings.
    """

    base_url: str = ""
    api_key: str = field(default="", repr=False)
    chat_model: str = "gpt-4o-mini"
    embedding_model: str = "text-embedding-3-small"
    timeout: float = 60.0  # seconds of silence before a request is given up
    connect_timeout: float = 5.0  # seconds
    max_attempts: int = 3  # requests for one call, the first included
    max_seconds: float = 300.0  # for a whole answer, however lively it comes
    max_bytes: int = 32 * 1024**2  # of one answer; 2,048 vectors take 17 MB
    answer_tokens: int = 8_192  # of one answer; left out of the request once a model has refused it
    max_wait: float = 20.0  # seconds between attempts; a longer Retry-After goes to the caller
    temperature: float = 0.0  # left out of the request once a model has refused it
    embedding_input_tokens: int = 8_191  # a longer text is embedded by its beginning
    calibration: Calibration | None = None  # of the embedding model, where Momo does not know it

    @property
    def online(self) -> bool:
        return bool(self.base_url or self.api_key)

    @property
    def url(self) -> str:
        return self.base_url or DEFAULT_BASE_URL
