"""Summaries by a chat model, in the room that those made offline have."""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from lifecycle.compaction.originals import Original
from lifecycle.compaction.tuning import DETAIL_CHARACTERS, TITLE_CHARACTERS
from lifecycle.compaction.wording import Told, deciders, extractive, room
from momo.platform.ai import (
    ChatProvider,
    ProviderError,
    QuotaExceeded,
    boundary,
    truncate_to_tokens,
)

VERSION = "compaction-v1"
PURPOSE = "compact"  # under which usage is metered
WORDS_PER_TOKEN = 0.6  # as the estimate counts, which is high; what is longer is cut


def summarize(originals: Sequence[Original], chat: ChatProvider | None) -> Told:
    """Sum up decisions, most central first. What a model makes nothing of is done offline.

    Raises ProviderError where asking it again later may help.
    """
    if chat is None:
        return extractive(originals)
    try:
        answer = chat.complete_json(prompt(originals), schema=_schema(), name=PURPOSE)
    except QuotaExceeded:
        raise
    except ProviderError as error:
        if error.retryable:
            raise
        return extractive(originals)
    title = " ".join(_clean(answer["title"]).split())[:TITLE_CHARACTERS]
    text = truncate_to_tokens(_clean(answer["summary"]), room(len(originals)))
    if not title or not text:
        return extractive(originals)
    return Told(title, text, f"{chat.model}/{VERSION}"[:60])


def prompt(originals: Sequence[Original]) -> list[dict[str, str]]:
    """Fixed instructions, then the decisions as delimited data."""
    shown = [_shown(each) for each in originals]
    mark = boundary(shown)
    words = int(room(len(originals)) * WORDS_PER_TOKEN)
    scope = f"The boundary of this request is {mark}. The summary has at most {words} words."
    data = "\n\n".join(
        f"[{mark} decision {number}]\n{text}\n[{mark} end of decision {number}]"
        for number, text in enumerate(shown, 1)
    )
    return [
        # First and unchanging, so that servers can cache it.
        {"role": "system", "content": _resource(f"{VERSION}.md")},
        {"role": "system", "content": scope},
        {"role": "user", "content": data},
    ]


def _shown(original: Original) -> str:
    fields = {
        "date": f"{original.source_date:%Y-%m-%d}",
        "status": original.status,
        "decided_by": deciders(original),
        "title": original.title,
    }
    return f"{json.dumps(fields, ensure_ascii=False)}\n{original.summary[:DETAIL_CHARACTERS]}"


def _clean(text: str) -> str:
    """Without NUL, which the database cannot hold, and the space around."""
    return text.replace("\0", "").strip()


@cache
def _schema() -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(_resource(f"{VERSION}.schema.json"))
    return parsed


@cache
def _resource(name: str) -> str:
    return (files("lifecycle.compaction") / "prompts" / name).read_text(encoding="utf-8")
