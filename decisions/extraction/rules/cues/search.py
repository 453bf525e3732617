"""Every cue, and the search for them in a sentence."""

import re
from collections import defaultdict
from dataclasses import dataclass

from decisions.extraction.contract import Confidence, DecisionType
from decisions.extraction.rules.cues import commits, proposals
from decisions.extraction.rules.cues.approvals import APPROVALS
from decisions.extraction.rules.cues.cancellations import CANCELLATIONS
from decisions.extraction.rules.cues.commitments import COMMITMENTS, DONE
from decisions.extraction.rules.cues.confirmations import CONFIRMATIONS
from decisions.extraction.rules.cues.delegations import ADDRESSED, DELEGATIONS
from decisions.extraction.rules.cues.directions import DIRECTIONS
from decisions.extraction.rules.cues.grammar import Cue
from decisions.extraction.rules.cues.negotiations import NEGOTIATIONS
from decisions.extraction.rules.cues.prioritizations import PRIORITIZATIONS
from decisions.extraction.rules.cues.rejections import REJECTIONS
from decisions.extraction.rules.cues.selections import SELECTIONS
from decisions.extraction.rules.sentences import Sentence

RANK = {Confidence.HIGH: 2, Confidence.MEDIUM: 1, Confidence.LOW: 0}


@dataclass(frozen=True, slots=True)
class Found:
    """A cue that fired in a sentence, and where."""

    cue: Cue
    match: re.Match[str]
    flat: str

    @property
    def type(self) -> DecisionType:
        return self.cue.type

    @property
    def confidence(self) -> Confidence:
        return self.cue.confidence

    def group(self, name: str) -> str:
        """What the group caught, in its own case; empty where the cue has no such group."""
        if name not in self.cue.pattern.groupindex or self.match[name] is None:
            return ""
        start, end = self.match.span(name)
        return self.flat[start:end].strip(" ,;:.!—–-")


class Grammar:
    """Cues by trigger word. Earlier cues win among equally sure ones."""

    def __init__(self, cues: tuple[Cue, ...]) -> None:
        self.cues = cues
        by_word: dict[str, list[int]] = defaultdict(list)
        for number, each in enumerate(cues):
            for word in each.words:
                by_word[word].append(number)
        self._by_word = dict(by_word)
        self._triggers = frozenset(by_word)
        self._untriggered = {number for number, each in enumerate(cues) if not each.words}

    def find(self, sentence: Sentence) -> list[Found]:
        """Every cue that fires in the sentence, the surest first."""
        triggered = (self._by_word[word] for word in sentence.words & self._triggers)
        fired = []
        for number in sorted(self._untriggered.union(*triggered)):
            each = self.cues[number]
            match = each.pattern.search(sentence.lower)
            if match:
                fired.append(Found(each, match, sentence.flat))
        fired.sort(key=lambda found: -RANK[found.confidence])
        return fired


_LEADING_DIRECTIONS = DIRECTIONS[:2]  # "from now on" outweighs what follows it

SPEECH = Grammar(
    NEGOTIATIONS
    + _LEADING_DIRECTIONS
    + PRIORITIZATIONS
    + CANCELLATIONS
    + REJECTIONS
    + SELECTIONS
    + APPROVALS
    + CONFIRMATIONS
    + DIRECTIONS[2:]
    + ADDRESSED
    + COMMITMENTS
    + DONE
)
DELEGATION = Grammar(DELEGATIONS)
COMMIT = Grammar(commits.CUES)
PROPOSAL = Grammar(proposals.CUES)
