"""Cues that call something off or take it back."""

from decisions.extraction.contract import DecisionType
from decisions.extraction.rules.cues.grammar import (
    ARE,
    HAVE,
    HIGH,
    LETS,
    MEDIUM,
    OBJ,
    START,
    WE,
    WE_DO,
    WILL,
    Cue,
    cue,
)

_CANCELLATION = DecisionType.CANCELLATION

_STOPPED = (
    r"(?:cancel(?:l?ed)?|scrap(?:ped)?|abandon(?:ed)?|axe[d]?|shelve[d]?|scrub(?:bed)?|"
    r"discontinue[d]?|withdraw(?:n)?|withdrew|revoke[d]?|rescind(?:ed)?|terminate[d]?)"
)


CANCELLATIONS: tuple[Cue, ...] = (
    cue(
        _CANCELLATION,
        HIGH,
        "cancel canceled cancelled cancelling canceling scrap scrapped scrapping abandon "
        "abandoned abandoning axe axed shelve shelved shelving discontinue discontinued "
        "discontinuing withdraw withdrawn withdrew withdrawing kill killed killing revoke "
        "revoked rescind rescinded rescinding terminate terminated terminating",
        r"(?:"
        + WE
        + r"(?:"
        + WILL
        + r"|"
        + ARE
        + r"|"
        + HAVE
        + r"(?: to| had to)?)|"
        + LETS
        + r") (?:cancel(?:l?ed|l?ing)?|scrap(?:ped|ping)?|abandon(?:ed|ing)?|axe[d]?|shelv(?:ed?|"
        r"ing)|discontinu(?:ed?|ing)|withdr[ae]w(?:n|ing)?|kill(?:ed|ing)?(?: off)?|"
        r"revok(?:ed?|ing)|rescind(?:ed|ing)?|terminat(?:ed?|ing)) " + OBJ,
    ),
    cue(
        _CANCELLATION,
        HIGH,
        "canceled cancelled scrapped abandoned axed shelved discontinued withdrawn revoked "
        "rescinded terminated",
        r"^(?P<obj>(?!(?:my|his|her)\b|(?:your|the|a) (?:order|subscription|account|payment|"
        r"booking|reservation|email|registration|test|job|build|task|process|request|query|"
        r"transaction|connection|session|thread)\b).+?)(?: (?:is|are|was|were|got|gets)|'s|"
        r" (?:has|have) been| will be)(?: (?:now|hereby|officially|all|formally|being))* "
        + _STOPPED
        + r"\b",
    ),
    cue(
        _CANCELLATION,
        HIGH,
        "cancel canceled cancelled cancelling canceling scrapping scrapped abandoning",
        START + r"(?:please )?(?:cancel(?:l?ed|l?ing)?|scrap(?:ped|ping)?|abandon(?:ed|"
        r"ing)?)[:—–, ]+(?P<obj>(?!(?:fees?|polic(?:y|ies)|checks?|subscriptions? (?:page|"
        r"flow))\b).+)",
    ),
    cue(
        _CANCELLATION,
        HIGH,
        "call calling called",
        r"\bcall(?:ed|ing)? (?:off (?P<obj>.+)|(?:it|the \w+(?: \w+)?|this|that) off\b)",
    ),
    cue(_CANCELLATION, HIGH, "plug", r"\bpull(?:ed|ing)? the plug on " + OBJ),
    cue(
        _CANCELLATION,
        HIGH,
        "drop dropping dropped",
        WE_DO
        + r" drop(?:ping|ped)? (?P<obj>(?!(?:in|by|off|out|you|me|the ball|a (?:line|note|hint|"
        r"link))\b).+)",
    ),
    cue(
        _CANCELLATION,
        MEDIUM,
        "dropping dropped",
        START + r"dropp(?:ing|ed) (?P<obj>(?!(?:in|by|off|out|you|me|the ball|a (?:line|note|hint|"
        r"link))\b).+)",
    ),
    cue(
        _CANCELLATION,
        HIGH,
        "revert reverting reverted undo undoing rollback roll rolling rolled backing backed",
        WE_DO
        + r" (?:revert(?:ed|ing)?|undo(?:ing)?|roll(?:ed|ing)? back|back(?:ed|ing)? out of) "
        + OBJ,
    ),
    cue(
        _CANCELLATION,
        HIGH,
        "reverting reverted revert",
        r"^(?:\W*)revert(?:ing|ed)? (?P<obj>(?!to (?:type|form)\b).+)",
    ),
    cue(
        _CANCELLATION,
        HIGH,
        "sunset sunsetting deprecate deprecating retire retiring decommission decommissioning eol",
        r"(?:"
        + WE
        + r"(?:"
        + WILL
        + r"|"
        + ARE
        + r")|"
        + LETS
        + r") (?:sunset(?:ting)?|deprecat(?:e|ing)|retir(?:e|ing)|decommission(?:ing)?|"
        r"eol(?:ing)?) " + OBJ,
    ),
    cue(_CANCELLATION, HIGH, "longer", WE + r"(?:" + ARE + r"| will| do|'ll)? no longer " + OBJ),
    cue(
        _CANCELLATION,
        HIGH,
        "stop stopping stopped",
        WE_DO
        + r" stop(?:ped|ping)? (?P<obj>(?!(?:believing|thinking|caring|trying|worrying|counting|"
        r"hoping|feeling|laughing|listening|wondering|asking|being|complaining)\b)\w+ing\b.*)",
    ),
    cue(
        _CANCELLATION,
        HIGH,
        "shutting shut winding wind",
        WE
        + r"(?:"
        + WILL
        + r"|"
        + ARE
        + r"|"
        + HAVE
        + r") (?:shut(?:ting)?|wind(?:ing)?) down "
        + OBJ,
    ),
    cue(
        _CANCELLATION,
        HIGH,
        "killing shutting",
        r"^(?:killing(?: off)?|shutting down) (?P<obj>(?:the|our|this)\b.+)",
    ),
    cue(
        _CANCELLATION,
        HIGH,
        "off",
        r"^(?P<obj>(?:the|our|today's|tomorrow's) [\w ]{2,40}?) (?:is|are) off[.!]*$",
    ),
    cue(
        _CANCELLATION,
        HIGH,
        "happening place held happen won't ahead",
        r"^(?P<obj>.+?)(?:(?: is|'s| are) (?:no longer|not) (?:happening|going ahead(?! of)|"
        r"taking place)| (?:won't|will not|will no longer) (?:happen|go ahead|take place|"
        r"be held))\b",
    ),
    cue(
        _CANCELLATION,
        MEDIUM,
        "no",
        r"^no more (?P<obj>(?!(?:questions?|comments?|time|than|excuses|changes)\b).+)",
    ),
    cue(
        _CANCELLATION,
        HIGH,
        "pulled pulling pull",
        WE
        + r"(?:"
        + WILL
        + r"|"
        + ARE
        + r"|"
        + HAVE
        + r") pull(?:ed|ing)? out(?: of (?P<obj>.+)|$|[.!])",
    ),
    cue(
        _CANCELLATION,
        HIGH,
        "end ending ended",
        WE
        + r"(?:"
        + WILL
        + r"|"
        + ARE
        + r"|"
        + HAVE
        + r") end(?:ed|ing)? (?P<obj>(?!up\b|with\b)(?:\w+'?\w* ){0,4}(?:contracts?|agreements?|"
        r"subscriptions?|partnerships?|trials?|pilots?|programs?|programmes?|projects?|support|"
        r"services?|leases?|memberships?|campaigns?|beta|relationship|cooperation)\b.*)",
    ),
    cue(
        _CANCELLATION,
        HIGH,
        "notice",
        r"\b(?:take this(?: \w+)? as (?:our|my)|this is (?:our|my)|(?:we|i)(?: are| am|'re|'m)? "
        r"(?:hereby )?(?:giv(?:e|ing)|gave|hand(?:ed|ing)? in)(?: you)? (?:our|my)?) ?(?:\w+ )?"
        r"notice\b(?: (?:of|to|that|for) (?P<obj>.+))?",
    ),
    cue(
        _CANCELLATION,
        HIGH,
        "stopping halting suspending",
        WE + ARE + r" (?:stopping|halting|suspending) (?P<obj>(?:the|our|all|my)\b.+)",
    ),
    cue(
        _CANCELLATION,
        MEDIUM,
        "scrap kill abandon drop cancel",
        START + r"(?:please )?(?:scrap|kill|abandon|drop|cancel) (?P<obj>(?:the|our|all|this|"
        r"that)\b"
        r"(?! (?:ball|line|mic)\b).+)",
    ),
)
