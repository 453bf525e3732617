"""Which kinds of decision a question asks for, from its verbs. Pure."""

import re

from decisions.extraction.contract import DecisionType

_VERBS = {
    DecisionType.APPROVAL: r"approv\w*|sign(?:s|ed)? off|ok(?:ay)?ed|green.?lit|(?:say|said) yes",
    DecisionType.REJECTION: r"reject\w*|(?:say|said) no|turn(?:ed)? down|declin\w+|refus\w+|"
    r"veto\w*|rul(?:e|es|ed) out",
    DecisionType.SELECTION: r"cho(?:o?se|sen|ice)s?|pick(?:s|ed)?|select\w*|switch\w*|"
    r"go(?:ne)? (?:for|with)|went (?:for|with)",
    DecisionType.DELEGATION: r"assign\w*|delegat\w*|responsible|in charge|looks? after|"
    r"takes? care|owns?|owner|handles?",
    DecisionType.COMMITMENT: r"promis\w*|commit(?:ted|ments?)|pledg\w*|deliver\w*|owes?|owed",
    DecisionType.DIRECTION: r"polic(?:y|ies)|rules?(?! out)|guidelines?|conventions?",
    DecisionType.CONFIRMATION: r"confirm\w*",
    DecisionType.CANCELLATION: r"cancel\w*|call(?:ed)? off|scrap(?:ped)?|drop(?:ped)?|g[ai]ve up|"
    r"stop(?:ped)?|bec[ao]me of|abandon\w*",
    DecisionType.NEGOTIATION: r"negotiat\w*|haggl\w*",
    DecisionType.PRIORITIZATION: r"priorit\w*|(?:comes?|goes) first|most important",
}
_ASKED = re.compile(
    "|".join(rf"(?P<{kind.name}>\b(?:{verbs})\b)" for kind, verbs in _VERBS.items()), re.I
)


def decisions_asked(text: str) -> frozenset[DecisionType]:
    """The kinds of decision that a cleaned question asks for; none where it names no such act."""
    found = (match.lastgroup for match in _ASKED.finditer(text))
    return frozenset(DecisionType[name] for name in found if name)
