"""Which models serve a team and how they do, and trying them with the least that can be asked."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from momo.platform.ai import metering
from momo.platform.ai.config import AIConfig
from momo.platform.ai.contract import ProviderError
from momo.platform.ai.offline import WORDLLAMA
from momo.platform.ai.prices import Price
from momo.platform.ai.selection import chat, embeddings
from momo.platform.breaker import Circuit, Standing, breaker_for
from momo.platform.tenancy.context import Scope
from momo.platform.tenancy.ids import uuid7

RULES = "rules"  # what works in place of a chat model
_PROMPT = "Answer with the one word: yes."


@dataclass(frozen=True, slots=True)
class ModelStanding:
    """A model, where it is asked, and how it does as far as this process knows. `host` is empty for
    one that works here; `price` is None where no price was given."""

    purpose: str  # "chat" or "embedding"
    model: str
    offline: bool
    host: str
    price: Price | None
    standing: Standing


@dataclass(frozen=True, slots=True)
class Trial:
    """One call to a model. `error` is empty where it went well, and says what to do where not."""

    purpose: str
    model: str
    seconds: float
    error: str

    @property
    def ok(self) -> bool:
        return not self.error


def standings() -> list[ModelStanding]:
    """The chat model and the embedding model, in this order. Asks neither."""
    config: AIConfig = settings.MOMO_AI
    chatting = config.chat_model if config.online else ""
    embedding = config.embedding_model if config.online else ""
    return [
        _standing(config, "chat", chatting, RULES),
        _standing(config, "embedding", "" if embedding == WORDLLAMA else embedding, WORDLLAMA),
    ]


def _standing(config: AIConfig, purpose: str, model: str, without: str) -> ModelStanding:
    if not model:
        return ModelStanding(purpose, without, True, "", None, Standing(Circuit.CLOSED))
    host = urlsplit(config.url).netloc.rpartition("@")[2]
    price, breaker = settings.MOMO_PRICES.get(model), breaker_for(config.url, model)
    return ModelStanding(purpose, model, False, host, price, breaker.standing)


def attempt(scope: Scope) -> list[Trial]:
    """Ask each model the least that can be asked, charged to the scope's team.

    To be called outside any transaction. A model that fails is told of, not raised.
    """
    config: AIConfig = settings.MOMO_AI
    meters = {"on_usage": metering.charge, "before_call": metering.check_quota}
    talker, embedder = chat(config, **meters), embeddings(config, **meters)
    trials = []
    with metering.charged_to(scope):
        if talker is None:
            trials.append(Trial("chat", RULES, 0.0, ""))
        else:
            prompt = [{"role": "user", "content": _PROMPT}]
            trials.append(_timed("chat", talker.model, lambda: list(talker.stream(prompt))))
        # Words that were never asked for before: the cache would answer in the model's place.
        text = f"Momo {uuid7()}"
        trials.append(_timed("embedding", embedder.model, lambda: embedder.embed([text])))
    return trials


def _timed(purpose: str, model: str, call: Callable[[], object]) -> Trial:
    start, error = time.perf_counter(), ""
    try:
        call()
    except ProviderError as failure:
        error = str(failure)
    return Trial(purpose, model, time.perf_counter() - start, error)
