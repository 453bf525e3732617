"""Asks a chat model what new statements do to those that are near, and checks what it answers."""

from collections.abc import Mapping, Sequence
from typing import Any

from lifecycle.reconcile.contract import Finding, Nearby, Resolution, Verdict
from lifecycle.reconcile.llm.prompt import VERSION, Shown, prompt, schema, shown
from lifecycle.reconcile.tuning import NEW_A_CALL, REASON_CHARACTERS
from momo.platform.ai import ChatProvider

PURPOSE = "reconcile"  # under which usage is metered
_ADD = "add"


class LLMResolver:
    """One structured call for all new statements, or a few where there are many."""

    again = False

    def __init__(self, chat: ChatProvider) -> None:
        self._chat = chat

    def resolve(self, nearby: Sequence[Nearby]) -> Resolution:
        """Raises ProviderError, and then nothing is returned."""
        asked = [each for each in nearby if each.older]
        findings: list[Finding] = []
        ignored = 0
        for at in range(0, len(asked), NEW_A_CALL):
            part = self._ask(asked[at : at + NEW_A_CALL])
            findings += part.findings
            ignored += part.ignored
        return Resolution(tuple(findings), ignored)

    def _ask(self, nearby: Sequence[Nearby]) -> Resolution:
        statements = shown(nearby)
        answer = self._chat.complete_json(prompt(statements), schema=schema(), name=PURPOSE)
        return checked(answer, nearby, statements, rule=f"{VERSION}/{self._chat.model}")


def checked(
    answer: Mapping[str, Any], nearby: Sequence[Nearby], statements: Shown, *, rule: str
) -> Resolution:
    """What holds of an answer that is valid under the schema.

    A verdict is left out and counted where it names what was not shown, or two that were not shown
    as near to each other: the readers of both are known for such pairs alone. Dates say which of
    two is the later one, whatever the answer says. Evidence that is not in the text is the quote.
    """
    near = {frozenset({each.new.key, older.key}) for each in nearby for older in each.older}
    found: dict[tuple[str, str], Finding] = {}
    ignored = 0
    for raw in answer["verdicts"]:
        later, earlier = statements.get(raw["later"]), statements.get(raw["earlier"])
        if later is None or earlier is None or frozenset({later.key, earlier.key}) not in near:
            ignored += 1
            continue
        if raw["verdict"] == _ADD:
            continue
        if later.place < earlier.place:
            later, earlier = earlier, later
        evidence = raw["evidence"].strip()
        found.setdefault(
            (earlier.key, later.key),
            Finding(
                verdict=Verdict(raw["verdict"]), older=earlier.key, newer=later.key, rule=rule[:48],
                reason=raw["reason"].replace("\0", "").strip()[:REASON_CHARACTERS],
                evidence=evidence if evidence and evidence in later.whole else later.quote,
                sentiment=raw["sentiment"],
            ),
        )  # fmt: skip
    return Resolution(tuple(found.values()), ignored)
