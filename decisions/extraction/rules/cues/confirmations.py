"""Cues that say something is settled."""

from decisions.extraction.contract import DecisionType
from decisions.extraction.rules.cues.grammar import (
    HAVE,
    HIGH,
    LOW,
    MEDIUM,
    OBJ,
    START,
    WE,
    Cue,
    cue,
)

_CONFIRMATION = DecisionType.CONFIRMATION


CONFIRMATIONS: tuple[Cue, ...] = (
    cue(
        _CONFIRMATION,
        HIGH,
        "confirmed confirming",
        START + r"(?:confirmed|confirming)\b(?! (?:cases|deaths|bugs?|users?))[,.:;!—– -]*(?:that |"
        r"with )?(?P<obj>.+)?",
    ),
    cue(
        _CONFIRMATION,
        HIGH,
        "confirm confirmed",
        WE + r"(?:(?: can|'d like to| want to|'ll)?(?: (?:hereby|also|now))? confirm|(?:'ve| have|"
        r" has)? (?:just |now )?confirmed)(?: that)? " + OBJ,
    ),
    cue(
        _CONFIRMATION,
        HIGH,
        "confirmed finalized finalised scheduled set booked locked settled signed sealed final "
        "official",
        r"^(?P<obj>(?!your (?:order|subscription|account|payment|booking|reservation|email|"
        r"registration|ticket|purchase|appointment)\b).+?)(?: (?:is|are)|'s| (?:has|"
        r"have) been)(?: (?:now|hereby|officially|all|fully|finally))* (?:confirmed|"
        r"finali[sz]ed|booked|locked(?: in)?|settled|signed|sealed|official|final(?=[.!,]|$)|"
        r"scheduled for|"
        r"set(?= for\b|[:.!]|$))\b",
    ),
    cue(
        _CONFIRMATION,
        HIGH,
        "confirmed",
        r"^(?:\w+ ){1,4}(?:has |have |just )*confirmed (?:that )?(?P<obj>(?:the|our|your|this|"
        r"we|they|it|he|she|their)\b.*)",
    ),
    cue(
        _CONFIRMATION,
        HIGH,
        "set",
        r"\b(?:we're|you're|you are|we are|i'm) (?:all set\b|set(?= for))(?: (?:for|with|"
        r"on) (?P<obj>.+))?",
    ),
    cue(
        _CONFIRMATION,
        HIGH,
        "finalized finalised locked booked",
        WE + HAVE + r" (?:finali[sz]ed|locked in|locked down|booked|lined up) " + OBJ,
    ),
    cue(
        _CONFIRMATION,
        HIGH,
        "booked locked finalized finalised",
        START + r"(?:booked|locked in|finali[sz]ed)\b[,.:!—– ]*(?P<obj>.+)?",
    ),
    cue(
        _CONFIRMATION,
        MEDIUM,
        "still",
        r"\b(?:we're|we are|i'm|they're) still (?:on|good|on track) for (?P<obj>.+)",
    ),
    cue(
        _CONFIRMATION,
        MEDIUM,
        "still remains stands",
        r"^(?P<obj>.+?)(?: are|'s| is) still (?:happening|going ahead|the plan|on track)\b.*|"
        r"\b(?:the decision|our decision|the plan|the date) (?:still )?(?:stands|remains)\b",
    ),
    cue(
        _CONFIRMATION,
        MEDIUM,
        "see",
        r"^(?:great,? |ok,? |perfect,? )*see you (?:all |both )?(?:tomorrow|tonight|then|"
        r"on (?:mon|tues|wednes|thurs|fri)day|at (?:\d|noon)|"
        r"next|monday|tuesday|wednesday|thursday|friday)\b.*",
    ),
    cue(
        _CONFIRMATION,
        MEDIUM,
        "works",
        START + r"(?P<obj>(?:\d|monday|tuesday|wednesday|thursday|friday|tomorrow|"
        r"noon).{0,30}) works (?:for (?:me|us)|fine|great)\b",
    ),
    cue(
        _CONFIRMATION,
        MEDIUM,
        "yes correct",
        r"^(?:yes|yep|correct|right)[,.!—– ]+(?:we're|we are|that's|it's|i'm|"
        r"the) (?P<obj>(?:on for|on track|the plan|still|good for|meeting|correct as).*)",
    ),
    cue(
        _CONFIRMATION,
        LOW,
        "conclude concluded conclusion determined realize realized",
        WE + HAVE + r" (?:concluded?|came? to (?:the )?conclusion|came to (?:the )?conclusion|"
        r"determined)(?: that| to)? " + OBJ,
    ),
    cue(
        _CONFIRMATION,
        LOW,
        "conclusion",
        r"\b(?:we|i|chairs?|group|team|board|committee|wg|authors?|editors?)(?: \w+)? "
        r"(?:did come|came|come) to (?:the )?conclusion (?:that|to) " + OBJ,
    ),
    cue(
        _CONFIRMATION,
        MEDIUM,
        "closed concluded ended over",
        r"^(?P<obj>(?:\w+ ){0,4}?(?:poll|vote|ballot|call|issue|ticket|last call|thread|discussion|"
        r"consultation|review|survey)(?: (?:for|on|to) [\w ]{1,40}?)?) (?:is|has|has been|was) "
        r"(?:now |hereby |officially )*(?:closed(?! by)|concluded|ended|over(?=[.,;!]|$))",
    ),
    cue(_CONFIRMATION, HIGH, "signed", WE + HAVE + r" (?P<obj>signed (?:the|our|a|an) .+)"),
    cue(
        _CONFIRMATION,
        HIGH,
        "confirmation",
        r"\b(?:this is|here is|here's|consider this|take this as|please take this as) (?:our|my|"
        r"the|your) (?:\w+ )?confirmation\b(?:[:,]? (?:that |for |of )?(?P<obj>.+))?",
    ),
)
