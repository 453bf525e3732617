"""Cues of commit messages, whose first line is an order carried out: "Use X instead of Y"."""

from decisions.extraction.contract import DecisionType
from decisions.extraction.rules.cues.grammar import HIGH, LOW, MEDIUM, Cue, cue

_SELECTION, _CANCELLATION = DecisionType.SELECTION, DecisionType.CANCELLATION
_DIRECTION, _REJECTION = DecisionType.DIRECTION, DecisionType.REJECTION

# feat(api)!: | [core] | docs: | #123 | JIRA-12:
_PREFIX = r"^(?:(?:[\w-]+(?:\([^)]*\))?!?:|\[[^\]]*\]|#\d+:?) )*"
_TRIVIA = (
    r"(?!.*\b(?:unused|dead code|stale|trailing|whitespace|typos?|redundant|duplicated?|debug|"
    r"prints?|imports?|comments?|lint|warnings?|flaky|leftover|todos?|log lines?|newlines?)\b)"
)

CUES: tuple[Cue, ...] = (
    cue(_CANCELLATION, HIGH, "revert reverts reverted", _PREFIX + r"revert(?:s|ed)? (?P<obj>.+)"),
    cue(
        _SELECTION,
        HIGH,
        "switch migrate move convert port",
        _PREFIX + r"(?:switch|migrate|move|convert|port)\b(?P<obj>.* (?:from .+ to|to|over to|"
        r"away from) .+)",
    ),
    cue(
        _SELECTION,
        HIGH,
        "use prefer adopt choose pick",
        _PREFIX + r"(?:use|prefer|adopt|choose|pick) (?P<obj>.+? (?:instead of|rather than|over|"
        r"in place of|for|as) .+)",
    ),
    cue(
        _SELECTION,
        HIGH,
        "replace swap",
        _PREFIX + r"(?:replace|swap)(?: out)? (?P<over>.+?) (?:with|by|for) (?P<obj>.+)",
    ),
    cue(
        _SELECTION,
        MEDIUM,
        "adopt standardize standardise",
        _PREFIX + r"(?:adopt|standardi[sz]e on) (?P<obj>.+)",
    ),
    cue(_SELECTION, LOW, "use", _PREFIX + _TRIVIA + r"use (?P<obj>.+)"),
    cue(
        _CANCELLATION,
        HIGH,
        "drop deprecate discontinue retire sunset",
        _PREFIX + r"(?:drop|deprecate|discontinue|retire|sunset) (?P<obj>.+)",
    ),
    cue(
        _CANCELLATION,
        HIGH,
        "remove end stop",
        _PREFIX
        + r"(?:remove|end|stop) (?P<obj>.*\b(?:support|integration|feature|service|dependency|"
        r"supporting|shipping|using)\b.*)",
    ),
    cue(
        _CANCELLATION,
        MEDIUM,
        "remove disable",
        _PREFIX + _TRIVIA + r"(?:remove|disable) (?P<obj>.+)",
    ),
    cue(
        _REJECTION,
        MEDIUM,
        "don't disallow forbid ban reject",
        _PREFIX + r"(?:don't|do not|disallow|forbid|ban|reject) (?P<obj>.+)",
    ),
    cue(
        _DIRECTION,
        HIGH,
        "default",
        _PREFIX + r"(?P<obj>(?:make .+ the default|default to .+|(?:enable|disable) .+ by default|"
        r"set .+ as (?:the )?default|change .*default.+).*)",
    ),
    cue(
        _DIRECTION,
        MEDIUM,
        "require enforce mandate limit restrict",
        _PREFIX + _TRIVIA + r"(?P<obj>(?:require|enforce|mandate|limit|restrict) .+)",
    ),
)
