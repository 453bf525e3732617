"""Cues that give someone else something to do."""

from decisions.extraction.contract import DecisionType
from decisions.extraction.rules.cues.grammar import HIGH, LETS, LOW, MEDIUM, WE, Cue, cue

_DELEGATION = DecisionType.DELEGATION

_DUTY = (
    r"(?:handle|take|own|lead|run|manage|oversee|drive|coordinate|prepare|write|draft|review|"
    r"send|follow|contact|organi[sz]e|be (?:responsible|in charge|the (?:owner|lead|point)|"
    r"leading|handling|taking|owning|running|managing)|set up|work on|look (?:into|after)|"
    r"schedule|fix|implement|build|deliver|present|call|reach out|finish|complete|update|"
    r"create|test|investigate|cover|arrange|sort|book|ship|design|host|represent|talk to|"
    r"represent|deploy|document|migrate|provide|share|act|serve|negotiate|interview|train|"
    r"moderate|facilitate|edit|check)"
)
# Someone: a name is checked afterwards, in its own case, against who is known.
_WHO = (
    r"(?P<who>(?!(?:so|and|then|that|but|ok|yes|i|we|it|they|this|he|she|you|"
    r"there)\b)@?[\w.'-]+(?: [a-z][\w'-]+)?|the [\w-]+(?: [\w-]+)? team|[\w-]+ team)"
)


DELEGATIONS: tuple[Cue, ...] = (
    cue(
        _DELEGATION,
        HIGH,
        "",
        r"(?:^|[,;:.] |\b(?:and|so|then|that|but|ok|yes),? )"
        + _WHO
        + r"(?:'ll| will)(?: (?:now|also|then|be the one to))? (?P<obj>"
        + _DUTY
        + r"\b.*)",
    ),
    cue(
        _DELEGATION,
        HIGH,
        "is are going charge responsible owns leads runs taking owning leading handling "
        "handles takes manages driving",
        r"(?:^|[,;:.] |\b(?:and|so|then),? )"
        + _WHO
        + r"(?: is|'s| are)? (?:now )?(?P<obj>(?:responsible for|in charge of|taking over|"
        r"taking on|taking|owning|leading(?! \d)|handling|driving|running|owns|leads|handles|"
        r"takes over|takes|runs|manages|going to " + _DUTY + r") .+)",
    ),
    cue(
        _DELEGATION,
        HIGH,
        "assigned assign assigning delegated delegate delegating",
        r"\b(?:assign(?:ed|ing)?|delegat(?:e|ed|ing)|hand(?:ed|ing)? over|hand(?:ed|"
        r"ing)? off) (?P<obj>.+?) (?:over )?to " + _WHO,
    ),
    cue(
        _DELEGATION,
        HIGH,
        "assigned assigning assign appointed appoint appointing named tasked nominated put",
        WE + r"(?:'ve| have|'m|'re| are| am|'ll| will)?(?: \w+ly| just| now)? (?:assign(?:ed|ing)?|"
        r"appoint(?:ed|ing)?|task(?:ed|ing)|nominat(?:ed|ing)) "
        + _WHO
        + r" (?P<obj>(?:to|with|as|for) .+)",
    ),
    cue(
        _DELEGATION,
        HIGH,
        "assigned appointed tasked",
        r"(?:^|[,;:.] )"
        + _WHO
        + r"(?: is| was|'s| has been|'s been)(?: now)? (?:assigned|appointed|"
        r"tasked) (?P<obj>(?:to|with|as|for) .+)",
    ),
    cue(
        _DELEGATION,
        HIGH,
        "asked asking ask",
        WE
        + r"(?:'ve| have|'m| am|'ll| will)? (?:asked|asking|ask) "
        + _WHO
        + r" to (?P<obj>"
        + _DUTY
        + r"\b.*)",
    ),
    cue(
        _DELEGATION,
        HIGH,
        "please pls kindly",
        r"^" + _WHO + r"[,:]? (?:please|pls|kindly)[, ]+(?P<obj>" + _DUTY + r"\b.*)",
    ),
    cue(
        _DELEGATION,
        HIGH,
        "to action owner",
        r"^(?:\W*)(?:action(?: item)?s?|ai|todo|owner|task)[:—–-]+ ?"
        + _WHO
        + r"(?:[:,—–-]| to| will)? (?P<obj>.+)",
    ),
    cue(
        _DELEGATION,
        HIGH,
        "putting put",
        r"(?:"
        + WE
        + r"(?:'ve| have|'m|'re| am| are|'ll| will)? |^)(?:putting|put) "
        + _WHO
        + r" (?P<obj>(?:in charge of|on) .+)",
    ),
    cue(
        _DELEGATION,
        HIGH,
        "ask have",
        r"^(?:please )?(?:ask|have) " + _WHO + r"(?: to)? (?P<obj>" + _DUTY + r"\b.*)",
    ),
    cue(_DELEGATION, MEDIUM, "over", r"^over to " + _WHO + r" (?P<obj>(?:for|to) .+)"),
    cue(_DELEGATION, LOW, "to", r"^" + _WHO + r" to (?P<obj>" + _DUTY + r"\b.*)"),
    cue(
        _DELEGATION,
        HIGH,
        "have let get ask want need like",
        r"(?:"
        + LETS
        + r" (?:have|get|ask|let)|"
        + WE
        + r"(?: want| need|'d like| would like)) "
        + _WHO
        + r"(?: to)? (?P<obj>"
        + _DUTY
        + r"\b.*)",
    ),
    cue(
        _DELEGATION,
        HIGH,
        "handing over passing leaving",
        r"(?:" + WE + r"(?:'m|'re| am| are|'ll| will) |^)(?:hand|pass|leav|giv)(?:e|"
        r"ing)? (?P<obj>.+?) (?:over |off |up )*(?:to|with) " + _WHO,
    ),
    cue(
        _DELEGATION,
        MEDIUM,
        "charge lead owner dri",
        _WHO + r"(?: is|'s| will be)(?: now)? (?P<obj>(?:the |our )(?:new )?(?:owner|lead|dri|"
        r"point person|point of contact|project manager|editor) (?:for|of|on) .+)",
    ),
)

# Said to whoever reads it, without a name.
ADDRESSED = (
    cue(
        _DELEGATION,
        HIGH,
        "you you'll",
        r"\byou(?:'ll| will)(?: \w+ly| be| now)? (?P<obj>(?:own|handle|lead|take over|"
        r"take the lead|run|be responsible|responsible|in charge)\b.*)",
    ),
)
