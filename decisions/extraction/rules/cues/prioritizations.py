"""Cues that put one thing before another."""

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

_PRIORITIZATION = DecisionType.PRIORITIZATION
_LATER = (
    r"next|later|after|q[1-4]|\d|(?:mon|tues|wednes|thurs|fri)day|january|february|march|april|may|"
    r"june|july|august|september|october|november|december|spring|summer|fall|autumn|winter|"
    r"the (?:next|following|end|second|spring|summer|fall|autumn|winter|week|new year|backlog|"
    r"\w+ (?:week|month|quarter|sprint|release|year))"
)


PRIORITIZATIONS: tuple[Cue, ...] = (
    cue(
        _PRIORITIZATION,
        HIGH,
        "before",
        r"(?:"
        + WE
        + r"(?:"
        + WILL
        + r"|"
        + ARE
        + r"| need to| should| must)|"
        + LETS
        + r"|^) ?(?:focus(?:ing)? on|finish(?:ing)?|fix(?:ing)?|do(?:ing)?|ship(?:ping)?|"
        r"tackl(?:e|ing)|handl(?:e|ing)|get(?:ting)?|work(?:ing)? on|complet(?:e|ing)|"
        r"concentrat(?:e|ing) on|deal(?:ing)? with|clos(?:e|ing)|stabili[sz](?:e|ing)|"
        r"address(?:ing)?|put(?:ting)?) (?P<obj>(?:(?! and (?:should|will|must|"
        r"have)\b).)+?\bbefore\b .+)",
    ),
    cue(
        _PRIORITIZATION,
        HIGH,
        "prioritize prioritise prioritizing prioritising prioritized prioritised deprioritize "
        "deprioritise deprioritized deprioritised deprioritizing",
        r"(?:"
        + WE
        + r"(?:"
        + WILL
        + r"|"
        + ARE
        + r"|"
        + HAVE
        + r"| need to| must)|"
        + LETS
        + r"|"
        + START
        + r") ?(?:de-?)?prioriti[sz](?:e|ed|ing) "
        + OBJ,
    ),
    cue(
        _PRIORITIZATION,
        HIGH,
        "priority priorities",
        r"\b(?:the |our |my |your )?(?:top|first|highest|number one|main|biggest|#1|only|"
        r"current)? ?(?:priority|priorities)(?: \w+){0,4}? (?:is|are|will be|has to be|"
        r"remains?|becomes) (?P<obj>(?!(?:high|low|unclear|not|different|wrong|set)\b).+)",
    ),
    cue(
        _PRIORITIZATION,
        HIGH,
        "priority precedence",
        r"^(?P<obj>.+?)(?: (?:is|are|becomes?|remains?|takes?|has|have|gets?)|"
        r"'s)(?: now)? (?:our |the |a |my )?(?:top |highest |first |number one |#1 |higher |"
        r"high )?(?:priority|precedence)\b(?! (?:list|queue|order))(?: over (?P<over>.+))?",
    ),
    cue(
        _PRIORITIZATION,
        HIGH,
        "first",
        r"(?:"
        + WE
        + r"(?:"
        + WILL
        + r"|"
        + ARE
        + r"| need to| must)|"
        + LETS
        + r") (?P<obj>(?!(?:check|ask|see|discuss|talk)\b).+? first)\b(?=$|[.,;!)—–]| (?:and|"
        r"then|before|so|because|since)\b)",
    ),
    cue(
        _PRIORITIZATION,
        HIGH,
        "first",
        r"(?:^|[:;] )(?P<obj>(?!(?:what|which|who|how)\b)[\w -]{3,60}? (?:comes?|goes?|"
        r"go) first)\b",
    ),
    cue(
        _PRIORITIZATION,
        HIGH,
        "first",
        r"(?:^|: )(?P<obj>(?!at\b|the\b|in\b)[\w -]{3,40}? first, (?:then )?[\w -]{3,60}?(?: "
        r"(?:second|later|after|next|afterwards))?)(?:[.!]?$|, )",
    ),
    cue(
        _PRIORITIZATION,
        HIGH,
        "burner hold backlog",
        r"\b(?:put(?:ting)?|moved?|moving|push(?:ed|ing)?|place[d]?|"
        r"placing) (?P<obj>.+?) (?:on the back ?burner|on hold|on ice|(?:to|in|"
        r"into) the backlog|to the (?:top|back) of the (?:list|backlog|queue))",
    ),
    cue(
        _PRIORITIZATION,
        HIGH,
        "defer deferred deferring postpone postponed postponing delay delayed delaying push "
        "pushing pushed bump bumping bumped punt punting",
        WE_DO + r" (?:defer(?:red|ring)?|postpon(?:ed?|ing)|delay(?:ed|ing)?|(?:push(?:ed|ing)?|"
        r"bump(?:ed|ing)?)(?=.* (?:back|out|until|till|by|to (?:" + _LATER + r"))\b)|punt(?:ed|"
        r"ing)?(?: on)?) (?P<obj>(?!(?:on|each|ourselves|myself|for|through|you|hard|harder|"
        r"ahead|forward)\b).+)",
    ),
    cue(
        _PRIORITIZATION,
        HIGH,
        "postponed deferred delayed pushed",
        r"^(?P<obj>(?!(?:the|my|our) (?:train|flight|bus|plane)\b).+?)(?: (?:is|are|was|were)|"
        r"'s| (?:has|have) been)(?: now)? (?:postponed|deferred|delayed|pushed (?:back|"
        r"out)?) (?:to|until|till|by)\b.*",
    ),
    cue(_PRIORITIZATION, HIGH, "p0 p1", r"^(?:the )?p[01] is (?P<obj>.+)"),
    cue(
        _PRIORITIZATION,
        HIGH,
        "later",
        r"(?:^|[,;] )(?P<obj>[^,;]{3,60}?) (?:can|will|has to|should) (?:come|happen|be done|"
        r"follow) later\b",
    ),
    cue(
        _PRIORITIZATION,
        MEDIUM,
        "focus",
        r"^(?:please )?focus on (?P<obj>.+?)(?: for now| first| right now)",
    ),
    cue(
        _PRIORITIZATION,
        HIGH,
        "wait",
        r"^(?P<obj>.+?) (?:can|will|has to|must|should) wait\b(?: (?:until|till|for)\b.*)?",
    ),
    cue(
        _PRIORITIZATION,
        MEDIUM,
        "important urgent",
        r"\b(?:more (?:important|urgent) than)\b.+|\b(?:the )?most (?:important|"
        r"urgent) (?:thing|item|task|issue|work)\b.{0,30} (?:is|are) (?P<obj>.+)",
    ),
    cue(
        _PRIORITIZATION,
        MEDIUM,
        "focus concentrate",
        r"(?:" + LETS + r"|" + WE + r"'ll) (?:focus|concentrate) on (?P<obj>.+)",
    ),
    cue(
        _PRIORITIZATION,
        HIGH,
        "over",
        r"(?:"
        + WE
        + r"(?:"
        + ARE
        + r"|"
        + WILL
        + r")) (?:put(?:ting)?|plac(?:e|ing)|choos(?:e|ing)|valu(?:e|ing)) (?P<obj>.+? (?:over|"
        r"above|ahead of) .+)",
    ),
    cue(
        _PRIORITIZATION,
        HIGH,
        "priority priorities",
        r"\b(?:top|first|highest|main|number one|#1) (?:priority|"
        r"priorities)(?: \w+){0,4}: (?P<obj>.+)",
    ),
    cue(
        _PRIORITIZATION,
        HIGH,
        "hold burner backburner ice",
        r"^(?P<obj>.+?)(?: is| are|'s)(?: now)? (?:on hold|on the back ?burner|on ice)\b",
    ),
    cue(
        _PRIORITIZATION,
        MEDIUM,
        "before",
        r"(?:^|[:,;] )(?P<obj>(?!(?:what|which|who|section|page|chapter|line|step|letter|table|"
        r"figure|that|this|it)\b)[^,;:]{3,60}?) (?:(?:has|have|needs?|ought) to |must |should |"
        r"will )?"
        r"(?:comes?|goes?|go) before (?P<over>[^,;:]+)",
    ),
    cue(
        _PRIORITIZATION,
        HIGH,
        "park",
        r"(?:" + WE_DO + r"|" + LETS + r") (?:park|shelve|table)(?:ed|ing|"
        r"d)? (?P<obj>.+? (?:for now|until\b.*|"
        r"till\b.*|this (?:week|month|quarter|year)))",
    ),
    cue(
        _PRIORITIZATION,
        HIGH,
        "push move postpone delay defer bump",
        START + r"(?:please )?(?:push|move|postpone|delay|defer|bump) (?P<obj>(?:the|our|all|"
        r"this|that)\b"
        r".+? (?:back|until|till|to (?:" + _LATER + r"))\b.*)",
    ),
    cue(
        _PRIORITIZATION,
        HIGH,
        "first",
        r"^first (?:we |comes? |the |our )(?P<obj>.+?, (?:then|and then|everything else|the rest|"
        r"after that)"
        r"\b.*)",
    ),
    cue(
        _PRIORITIZATION,
        HIGH,
        "top back bottom",
        r"^(?P<obj>.+?) (?:goes|go|moves|move) to the (?:top|back|bottom) of the (?:list|backlog|"
        r"queue|pile)\b",
    ),
    cue(
        _PRIORITIZATION,
        MEDIUM,
        "before",
        r"^(?P<obj>[\w -]{3,30}? before [\w -]{3,40}?),? (?:this (?:week|month|quarter|year|sprint|"
        r"release)|for now|from now on)[.!]*$",
    ),
)
