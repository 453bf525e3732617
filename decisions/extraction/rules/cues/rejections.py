"""Cues that say no."""

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

_REJECTION = DecisionType.REJECTION

_ACT = (
    r"(?:pursue|use|adopt|proceed|move|go|support|do|take|accept|buy|sign|renew|merge|hire|"
    r"offer|extend|build|invest|engage|work|continue|add|include|implement|approve|allow|bring|"
    r"make|fund|ship|launch|join|attend|change|switch|migrate|upgrade|rewrite|publish|pay|bid|"
    r"bother|introduce|deploy|create|develop|replace|keep|provide|maintain|sell|open|enter|raise|"
    r"host|run|require|touch|charge|sponsor|participate|apply|remove|drop|fix|port|outsource|"
    r"license|acquire|sue|appeal|delay|postpone|cut|lower|increase|reduce|start|schedule)"
)


REJECTIONS: tuple[Cue, ...] = (
    cue(
        _REJECTION,
        HIGH,
        "let's lets let",
        LETS + r" not (?P<obj>(?!(?:forget|worry|get ahead|panic|rush|jump|kid|pretend|wait)\b).+)",
    ),
    cue(
        _REJECTION,
        HIGH,
        "turn turning turned",
        WE_DO + r" turn(?:ing|ed)? (?P<obj>(?:it|this|that|them|him|her|"
        r"(?:the|their|his|her|this|that) [\w' -]{1,60}?)) down\b",
    ),
    cue(
        _REJECTION,
        HIGH,
        "not against",
        WE
        + HAVE
        + r" (?:decided|agreed|chose|chosen|elected|opted|voted|resolved)(?: (?:not to|against)|"
        r"(?: that)? we (?:won't|will not|should not)) " + OBJ,
    ),
    cue(
        _REJECTION,
        HIGH,
        "decision",
        r"\bdecision (?:is|was) (?:not to|against|no)\b(?: (?P<obj>.+))?",
    ),
    cue(
        _REJECTION,
        HIGH,
        "rejected reject rejecting rejects declined decline declining vetoed denied nixed",
        WE
        + r"(?:(?:'m|'re| are| am| have to| must| had to)?)"
        + HAVE
        + r" (?:reject(?:ed|ing)?|declin(?:ed?|ing)|veto(?:ed)?|denied|deny|nixed) "
        + OBJ,
    ),
    cue(
        _REJECTION,
        HIGH,
        "rejected declined vetoed denied disapproved turned voted ruled",
        r"^(?P<obj>.+?)(?: (?:is|are|was|were|got)|'s| (?:has|have) been)(?: (?:now|hereby|"
        r"officially|formally|therefore))* (?:rejected|declined|vetoed|denied|disapproved|"
        r"turned down|voted down|ruled out|not approved)\b",
    ),
    cue(
        _REJECTION,
        HIGH,
        "turned ruled voted ruling turning",
        r"\b(?:turned down|turning down|ruled out|ruling out|voted (?:down|"
        r"against)) (?P<obj>.+)",
    ),
    cue(
        _REJECTION,
        HIGH,
        "rejected rejecting declined denied vetoed nack nak",
        START + r"(?:rejected|rejecting|declined|denied|vetoed|not approved|n?nack|"
        r"nak)\b[,.:!—– ]*(?P<obj>.+)?",
    ),
    cue(_REJECTION, HIGH, "not", START + r"not approved\b"),
    cue(
        _REJECTION,
        HIGH,
        "rejected vetoed declined turned",
        r"^(?:\w+ ){1,3}(?:has |have )?(?:rejected|vetoed|declined|turned down) (?P<obj>(?:the|"
        r"our|your|this|my)\b.*)",
    ),
    cue(
        _REJECTION,
        HIGH,
        "won't",
        WE
        + r" (?:won't|will not|are not going to|aren't going to|'re not going to|shan't)(?: be)? "
        + r"(?P<obj>"
        + _ACT
        + r"(?:ing)?\b.*)",
    ),
    cue(
        _REJECTION,
        HIGH,
        "will going are not we're i'm aren't",
        WE + r"(?: will not|(?:'re| are|'m| am) not going to|(?: are|'re) not|"
        r" aren't going to)(?: be)? (?P<obj>(?!going to\b)" + _ACT + r"(?:ing)?\b.*)",
    ),
    cue(
        _REJECTION,
        MEDIUM,
        "not aren't i'm",
        WE + r"(?:'re not|'m not| are not| am not| aren't)(?: \w+)? (?P<obj>(?:moving forward|"
        r"pursuing|proceeding|going (?:forward|ahead|with|to go with)|adopting|mandating|"
        r"renewing|doing|supporting|extending|buying|hiring|merging|accepting)\b.*)",
    ),
    cue(
        _REJECTION,
        HIGH,
        "passing pass passed",
        WE
        + r"(?:"
        + WILL
        + r"|"
        + ARE
        + r"|"
        + HAVE
        + r") (?:pass(?:ed|ing)?|take a pass) on "
        + OBJ,
    ),
    cue(_REJECTION, MEDIUM, "pass", START + LETS + r" pass on " + OBJ),
    cue(_REJECTION, HIGH, "no wontfix dealbreaker nogo", r"\b(?:no-go|nogo|wontfix|dealbreaker)\b"),
    cue(
        _REJECTION,
        HIGH,
        "shot",
        r"^(?P<obj>.+?)(?: (?:was|were|got)|'s been| (?:has|have) been) shot down\b",
    ),
    cue(_REJECTION, MEDIUM, "pass", r"^(?:it's a |that's a )?(?:hard|firm) pass (?:on|to) " + OBJ),
    cue(_REJECTION, HIGH, "table off", r"\b(?P<obj>.+?)(?:'s| is| are) off the table\b"),
    cue(
        _REJECTION,
        HIGH,
        "no",
        r"\b(?:it's|that's|this is|the answer is|answer is|hard|we said|we say|"
        r"saying) (?:a )?(?:hard |firm )?no (?:to|on|from|for)\b(?: (?P<obj>.+))?|"
        r"\bthe answer is no\b|^hard no\b",
    ),
    cue(_REJECTION, HIGH, "no", r"^(?:a |sorry,? )?no to (?P<obj>.+)"),
    cue(_REJECTION, MEDIUM, "skip", LETS + r" skip (?P<obj>(?!ahead\b).+)"),
    cue(_REJECTION, MEDIUM, "fix won't", r"^won't ?fix\b"),
    cue(_REJECTION, MEDIUM, "-1", r"^-1(?=$|[ ,.!])(?: (?:on|to|for|from me on) (?P<obj>.+))?"),
    cue(
        _REJECTION,
        MEDIUM,
        "can't cannot",
        WE + r" (?:can't|cannot|can not) (?P<obj>(?:accept|approve|support|agree to|"
        r"move forward with|proceed with|go with|justify|sign|merge|commit to)\b.*)",
    ),
    cue(
        _REJECTION,
        MEDIUM,
        "don't",
        START + r"(?:please )?don't (?P<obj>(?:proceed|go ahead|pursue|merge|ship|sign|renew|"
        r"move forward)\b.*)",
    ),
    cue(
        _REJECTION,
        HIGH,
        "don't",
        WE + r" don't want to (?P<obj>(?:go with|pursue|work with|renew|continue with|hire|buy|"
        r"adopt|support)\b.*)",
    ),
    cue(_REJECTION, HIGH, "pass", r"\b(?:we|i)(?:'ll| will) pass[.!]*$"),
    cue(
        _REJECTION,
        HIGH,
        "no",
        r"\b(?:we|i)(?:'m|'re| am| are)? (?:going to |have to |had to )?(?:say|said|"
        r"saying) no to (?P<obj>.+)",
    ),
    cue(
        _REJECTION,
        HIGH,
        "cut shortlist",
        r"^(?P<obj>.+?) (?:didn't|did not|doesn't|won't|failed to) make (?:the|"
        r"our) (?:final )?(?:cut|"
        r"shortlist|list)\b",
    ),
    cue(
        _REJECTION,
        HIGH,
        "no",
        r"\b(?:we|i)(?:'ll| will|'ve| have|'d)?(?: have| had)? to say no to (?P<obj>.+)",
    ),
    cue(
        _REJECTION,
        HIGH,
        "voted vote",
        r"\b(?:voted|vote) (?P<obj>(?:the|our|this|that|it)(?: \w+){0,5}) down\b",
    ),
    cue(
        _REJECTION,
        HIGH,
        "not",
        r"^(?:we're |we are |i'm |sorry,? |definitely )?not (?:going|moving|pushing) (?:ahead|"
        r"forward) "
        r"with (?P<obj>.+)",
    ),
    cue(
        _REJECTION,
        HIGH,
        "denied rejected declined refused",
        r"^(?:the |your |his |her |their |our )?(?P<obj>(?:\w+ ){0,3}(?:request|application|"
        r"proposal|"
        r"appeal|offer|bid|claim|extension|exception|motion|amendment))(?: (?:is|was|has been))? "
        r"(?:denied|rejected|declined|refused)\b",
    ),
)
