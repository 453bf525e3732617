"""The token counter that the settings name."""

from functools import lru_cache
from typing import cast

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.utils.module_loading import import_string

from momo.platform.ai.tokens import TokenCounter


def token_counter() -> TokenCounter:
    """What counts the tokens of a context. Raises ImportError where the settings name nothing."""
    return _named(settings.MOMO_TOKEN_COUNTER)


@lru_cache
def _named(path: str) -> TokenCounter:
    counter = import_string(path)
    if not callable(counter):
        raise ImportError(f"{path} is not a function.")
    return cast(TokenCounter, counter)


@register
def token_counter_exists(**_: object) -> list[CheckMessage]:
    try:
        token_counter()
    except ImportError as error:
        hint = "Give the dotted path of a function from text to its number of tokens."
        return [Error(f"MOMO_TOKEN_COUNTER: {error}", hint=hint, id="ai.E001")]
    return []
