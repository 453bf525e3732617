"""Asks a chat model what older statements might say that new ones repeat or change."""

from collections.abc import Mapping, Sequence
from typing import Any

from lifecycle.reconcile.contract import Statement
from lifecycle.reconcile.hypotheses import HYPOTHESES, hypotheses_of, subject_of
from lifecycle.reconcile.llm.prompt import prompt_for, schema_of
from lifecycle.reconcile.tuning import HYPOTHESIS_CHARACTERS, NEW_A_CALL
from momo.platform.ai import ChatProvider, Unanswerable

VERSION = "hypotheses-v1"
PURPOSE = "hypotheses"  # under which usage is metered
_EACH = HYPOTHESES // 2  # rewordings, and as many changed states


def imagined(statements: Sequence[Statement], chat: ChatProvider) -> dict[str, list[str]]:
    """Three rewordings and three changed states of each, by its key; HYPOTHESES in all.

    What a model leaves out, or will not say, is made without it. Raises ProviderError where it
    answers nobody.
    """
    found: dict[str, list[str]] = {}
    for at in range(0, len(statements), NEW_A_CALL):
        part = statements[at : at + NEW_A_CALL]
        found |= _completed(part, _ask(part, chat))
    return found


def _ask(statements: Sequence[Statement], chat: ChatProvider) -> Mapping[str, list[str]]:
    shown = {f"n{number}": each for number, each in enumerate(statements, 1)}
    try:
        answer = chat.complete_json(
            prompt_for(shown, VERSION), schema=schema_of(VERSION), name=PURPOSE
        )
    except Unanswerable:
        return {}
    return {
        shown[each["id"]].key: _texts(each) for each in answer["hypotheses"] if each["id"] in shown
    }


def _texts(raw: Mapping[str, Any]) -> list[str]:
    return [*_clean(raw["rewordings"]), *_clean(raw["changed_states"])]


def _clean(texts: Sequence[str]) -> list[str]:
    short = (" ".join(text.split())[:HYPOTHESIS_CHARACTERS] for text in texts)
    return [text for text in dict.fromkeys(short) if text][:_EACH]


def _completed(
    statements: Sequence[Statement], told: Mapping[str, list[str]]
) -> dict[str, list[str]]:
    """As many of each: where the model said too little, templates fill up."""
    return {
        each.key: [*told.get(each.key, ()), *hypotheses_of(subject_of(each))][:HYPOTHESES]
        for each in statements
    }
