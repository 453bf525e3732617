"""Asks a chat model which messages say that commitments were kept, and checks what it answers."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any
from uuid import UUID

from lifecycle.commitments.contract import Done, Judgement, Pair
from lifecycle.commitments.tuning import PAIRS_A_CALL, QUOTE_CHARACTERS, SHOWN_CHARACTERS
from momo.platform.ai import ChatProvider, boundary

VERSION = "commitments-v1"
PURPOSE = "commitments"  # under which usage is metered

Ids = Mapping[UUID, str]


class ModelJudge:
    """One structured call for up to 20 pairs."""

    def __init__(self, chat: ChatProvider) -> None:
        self._chat = chat

    def judge(self, pairs: Sequence[Pair]) -> Judgement:
        """Raises ProviderError, and then nothing is returned."""
        done: list[Done] = []
        ignored = 0
        for at in range(0, len(pairs), PAIRS_A_CALL):
            part = self._ask(pairs[at : at + PAIRS_A_CALL])
            done += part.done
            ignored += part.ignored
        return Judgement(tuple(done), ignored)

    def _ask(self, pairs: Sequence[Pair]) -> Judgement:
        answer = self._chat.complete_json(prompt(pairs), schema=schema(), name=PURPOSE)
        return checked(answer, pairs, rule=f"{VERSION}/{self._chat.model}"[:60])


def checked(answer: Mapping[str, Any], pairs: Sequence[Pair], *, rule: str) -> Judgement:
    """What holds of a valid answer: about a pair that was shown, in words of the message."""
    known = {(_commitments(pairs)[p.memory_id], _messages(pairs)[p.item_id]): p for p in pairs}
    done, ignored = [], 0
    for said in answer["kept"]:
        pair = known.get((said["commitment"], said["message"]))
        quote = said["quote"].strip()
        if pair is None or not quote or quote not in pair.message:
            ignored += 1
            continue
        done.append(Done(pair.memory_id, pair.item_id, quote[:QUOTE_CHARACTERS], rule))
    return Judgement(tuple(done), ignored)


def prompt(pairs: Sequence[Pair]) -> list[dict[str, str]]:
    """Fixed instructions, then commitments and messages as delimited data, each once."""
    shown = _shown(pairs)
    mark = boundary(list(shown.values()))
    data = "\n\n".join(
        f"[{mark} {name}]\n{text}\n[{mark} end of {name}]" for name, text in shown.items()
    )
    return [
        {"role": "system", "content": _resource(f"{VERSION}.md")},
        {"role": "system", "content": f"The boundary of this request is {mark}."},
        {"role": "user", "content": data},
    ]


@cache
def schema() -> dict[str, Any]:
    """The JSON schema of the answer; it keeps the rules of OpenAI's strict mode."""
    parsed: dict[str, Any] = json.loads(_resource(f"{VERSION}.schema.json"))
    return parsed


def _shown(pairs: Sequence[Pair]) -> dict[str, str]:
    commitments, messages = _commitments(pairs), _messages(pairs)
    shown: dict[str, str] = {}
    for memory_id, name in commitments.items():
        mine = [pair for pair in pairs if pair.memory_id == memory_id]
        about = [messages[pair.item_id] for pair in mine]
        header = {"id": name, "owner": sorted(mine[0].owner), "messages": about}
        shown[name] = _with_header(header, mine[0].promised)
    for item_id, name in messages.items():
        pair = next(pair for pair in pairs if pair.item_id == item_id)
        shown[name] = _with_header({"id": name, "author": sorted(pair.author)}, pair.message)
    return shown


def _with_header(header: Mapping[str, Any], text: str) -> str:
    return f"{json.dumps(header, ensure_ascii=False)}\n{text[:SHOWN_CHARACTERS]}"


def _commitments(pairs: Sequence[Pair]) -> Ids:
    return {each: f"c{at}" for at, each in enumerate(dict.fromkeys(p.memory_id for p in pairs), 1)}


def _messages(pairs: Sequence[Pair]) -> Ids:
    return {each: f"m{at}" for at, each in enumerate(dict.fromkeys(p.item_id for p in pairs), 1)}


@cache
def _resource(name: str) -> str:
    return (files("lifecycle.commitments") / "prompts" / name).read_text(encoding="utf-8")
