"""Cues that set a course."""

from decisions.extraction.contract import DecisionType
from decisions.extraction.rules.cues.grammar import (
    ARE,
    HAVE,
    HIGH,
    LETS,
    LOW,
    MEDIUM,
    OBJ,
    WE,
    WILL,
    Cue,
    cue,
)

_DIRECTION = DecisionType.DIRECTION


DIRECTIONS: tuple[Cue, ...] = (
    cue(
        _DIRECTION,
        HIGH,
        "forward now effective henceforth onwards onward here",
        r"(?:^|[,;.] |\band )(?:(?:moving|going) forward|from now on(?:wards?)?|"
        r"from here on(?: out)?|henceforth|effective (?:immediately|today|tomorrow|from|as of|"
        r"on|\w+ \d+)|from (?:today|tomorrow|monday|this point) (?:on|"
        r"onwards?))[,:]? (?P<obj>(?!(?:i hope|i think|is it|are we)\b).+)",
    ),
    cue(
        _DIRECTION,
        HIGH,
        "forward now onwards immediately",
        WE
        + r"(?:"
        + WILL
        + r"|"
        + ARE
        + r") (?P<obj>.+?),? (?:moving forward|going forward|from now on|from here on|"
        r"effective immediately)\b",
    ),
    cue(
        _DIRECTION,
        HIGH,
        "focusing focussing doubling pivoting betting shifting targeting transitioning "
        "refocusing repositioning concentrating leaning heading",
        WE + ARE + r" (?P<obj>(?:focus(?:s)?ing on|doubling down on|pivoting|betting on|shifting|"
        r"targeting|transitioning|refocusing|repositioning|concentrating on|leaning into|"
        r"heading (?:towards?|for)) .+)",
    ),
    cue(
        _DIRECTION,
        HIGH,
        "strategy direction policy rule approach mission goal plan stance focus",
        r"\b(?:the (?!goal\b)|our |this year's |new )(?:new |overall |current |long-term |"
        r"company |product |official |main )*(?:strategy|goal(?! is to help)|strategic direction|"
        r"direction|"
        r"policy|rule|approach|mission|stance|focus|roadmap)(?: (?:for|on|this|next|"
        r"in) [\w -]{1,30}?)? (?:is|will be|is now|becomes|remains)(?: now)?(?: to| on|"
        r" that)? (?P<obj>(?!(?:based|not clear|unclear|wrong|good|described|defined|outlined|"
        r"to be|the same|in section|fine|very|specified|under|as|an?)\b).+)",
    ),
    cue(
        _DIRECTION,
        MEDIUM,
        "plan",
        r"\b(?:the|our) plan(?: for [\w -]{1,30}?)? (?:is|remains)(?: now)? to " + OBJ,
    ),
    cue(
        _DIRECTION,
        HIGH,
        "decided resolved decision chose chosen",
        WE + HAVE + r" (?:decided(?: that| to)?|(?:chose|chosen) to|(?:resolved|made the decision|"
        r"made a decision) (?:that|to)) (?P<obj>(?!(?:yet|later|on what|what|how|whether|if|"
        r"who|when|where|which|against|not)\b).+)",
    ),
    cue(
        _DIRECTION,
        HIGH,
        "decision",
        r"\b(?:the|our|my|final) (?:final |official )?decision(?: (?:on|for|of|"
        r"about) [\w -]{1,40}?)? (?:is|was)(?: made)?(?: to| that)? (?P<obj>(?!(?:up|not|yours|"
        r"pending|still|due|hard|difficult|final|based|needed|whether|in|on|open|made)\b).+)",
    ),
    cue(
        _DIRECTION,
        HIGH,
        "decision",
        r"\b(?:we|i|they've|we've|i've|have) (?:made|reached|taken|took) (?:the|a|our|"
        r"my) (?:\w+ )?decision (?:to|that) " + OBJ,
    ),
    cue(
        _DIRECTION,
        MEDIUM,
        "decided",
        r"\b(?:it (?:was|has been)|it's been|was|has been) (?:decided|agreed|"
        r"resolved)(?: \w+ly)? (?:to|"
        r"that) " + OBJ,
    ),
    cue(
        _DIRECTION,
        HIGH,
        "decision decided resolved resolution agreed outcome conclusion",
        r"^(?:\W*)(?:decision|decided|resolved|resolution|agreed|outcome|"
        r"conclusion)(?: \w+)?[:—–] ?(?P<obj>.+)",
    ),
    cue(
        _DIRECTION,
        HIGH,
        "must required mandatory",
        r"^(?:all|every|each|no) (?P<obj>.+? (?:must|will|is required to|are required to|"
        r"shall) .+?,? (?:from now on|going forward|moving forward|starting .+|effective .+|"
        r"as of .+))",
    ),
    cue(
        _DIRECTION,
        HIGH,
        "starting beginning",
        r"^(?:starting|beginning|as of) (?:today|tomorrow|now|next|this|on|in|with|monday|"
        r"january|february|march|april|may|june|july|august|september|october|november|"
        r"december|q[1-4])\b[^,]{0,30}, (?P<obj>(?:we|all|every|our|the|everyone|no)\b.+)",
    ),
    cue(
        _DIRECTION,
        MEDIUM,
        "forward",
        WE
        + ARE
        + r" (?P<obj>(?:moving|going|pushing|pressing) (?:\w+ ){0,4}(?:forward|ahead)\b.*)",
    ),
    cue(
        _DIRECTION,
        MEDIUM,
        "invest investing expand expanding build building launch launching enter entering "
        "double doubling grow growing open opening hire hiring shift shifting focus focusing "
        "pivot target targeting transition",
        WE
        + r"(?:"
        + WILL
        + r") (?:be )?(?P<obj>(?:invest|expand|launch|enter|doubl(?:e|ing) down|grow|open|hire|"
        r"hiring|shift|focus|pivot|build|target|transition)(?:ing)?\b.*)",
    ),
    cue(
        _DIRECTION,
        MEDIUM,
        "expanding launching entering building",
        WE + ARE + r" (?P<obj>(?:expanding|launching|entering) .+)",
    ),
    cue(_DIRECTION, HIGH, "rule policy", r"^\W*new (?:rule|policy|process)[:—–] ?(?P<obj>.+)"),
    cue(
        _DIRECTION,
        MEDIUM,
        "moving",
        r"\bwe(?:'re| are)(?: now)? (?P<obj>moving (?:upmarket|up|down|into|towards?|away|off|"
        r"out)\b.*)",
    ),
    cue(_DIRECTION, MEDIUM, "be", r"\bwe(?:'ll| will) be (?P<obj>an? .+)"),
    cue(
        _DIRECTION,
        HIGH,
        "from",
        r"^from (?:next|this) (?:week|month|quarter|year|sprint|monday)(?: on|"
        r" onwards)?,? (?P<obj>(?:we|all|every|our|the|everyone|no)\b.+)",
    ),
    cue(_DIRECTION, HIGH, "all", WE + ARE + r" (?P<obj>going all[- ]in .+)"),
    cue(
        _DIRECTION,
        HIGH,
        "today tomorrow monday next",
        r"^(?:from|as of) (?:today|tomorrow|monday|next (?:week|month))(?:(?: (?:on|"
        r"onwards?))[,:]? |"
        r"[,:] | (?=(?:the|we|all|every|everyone|our|each|no|nobody)\b))(?P<obj>.+)",
    ),
    cue(
        _DIRECTION,
        MEDIUM,
        "mail email message note starts begins opens initiates starting issuing",
        r"^(?:with )?this (?:(?:e-?mail|mail|message|note) )?(?:starts|begins|opens|initiates|"
        r"kicks off) (?P<obj>(?:a|an|the|our)\b.+)|"
        + WE
        + ARE
        + r" (?:hereby )?(?:starting|issuing|opening) (?P<call>(?:a|an|the)"
        r"(?: [\w-]+){0,4} (?:call|poll|vote|ballot|consultation)\b.*)",
    ),
    cue(
        _DIRECTION,
        LOW,
        "let's lets let",
        LETS + r" (?P<obj>(?:keep|leave|close|remove|add|merge|hold|start|put|set|limit|restrict|"
        r"rename|split|publish|raise|lower|allow|require|hire|launch|open|reopen|"
        r"schedule) (?:the|our|"
        r"this|that|it|them|all|an?|\d\S*)\b(?! (?:up|going|real|rest|spirit|dream|good|"
        r"love)\b).+)",
    ),
    cue(
        _DIRECTION,
        MEDIUM,
        "until",
        r"^until (?!then\b|recently\b|now\b)[^,]{3,60}, (?P<obj>(?!(?:i|you|he|she|they|it|that|"
        r"this|there|i'll|we'll)\b)"
        r"(?:[\w'-]+ ){1,5}?will (?!be\b|need\b|have\b).+)",
    ),
    cue(
        _DIRECTION,
        MEDIUM,
        "agreed",
        WE + HAVE + r" agreed to (?P<obj>(?!(?:disagree|it|this|that|the|his|her|their|your)\b).+)",
    ),
    cue(
        _DIRECTION,
        MEDIUM,
        "starting beginning",
        r"^(?:starting|beginning) (?:today|tomorrow|now|next|this|on|in|monday|january|february|"
        r"march|april|may|june|july|august|september|october|november|december)\b[^,]{0,30}, "
        r"(?P<obj>[\w' -]{2,40}? (?:is|are|will|must|moves?|happens?|takes?|has to|have to)\b.+)",
    ),
)
