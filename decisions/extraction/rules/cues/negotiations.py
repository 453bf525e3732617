"""Cues that trade terms."""

from decisions.extraction.contract import DecisionType
from decisions.extraction.rules.cues.grammar import (
    HAVE,
    HIGH,
    LETS,
    MEDIUM,
    MONEY,
    OBJ,
    WE,
    Cue,
    cue,
)

_NEGOTIATION = DecisionType.NEGOTIATION


NEGOTIATIONS: tuple[Cue, ...] = (
    cue(
        _NEGOTIATION,
        HIGH,
        "$ € £ usd eur dollars euros percent k %",
        r"(?P<obj>"
        + MONEY
        + r".{0,40}?) (?:instead of|rather than|not|vs\.?|versus|down from|up from) (?:the |a |"
        r"your )?(?:\w+ ){0,3}?(?P<over>" + MONEY + r".*)",
    ),
    cue(
        _NEGOTIATION,
        HIGH,
        "$ € £ usd eur dollars euros percent %",
        r"(?:"
        + WE
        + r"(?:'d| can| could| would|'ll| will| are willing to|'re willing to| are prepared to|"
        r"'re prepared to)(?: (?:only|also|be able to|be willing to|be happy to))* (?:do|offer|"
        r"accept|go|come|pay|meet|agree|settle|drop|lower|reduce|raise|take|give|"
        r"stretch)(?: you)? )(?P<obj>.{0,50}" + MONEY + r".*)",
    ),
    cue(
        _NEGOTIATION,
        HIGH,
        "counter counteroffer counterproposal countered countering",
        r"\b(?:counter[ -]?(?:offer|proposal)|counter(?:ed|ing)(?: (?:with|at))|"
        r"our counter)\b(?: (?:is|of|at|with|to))?(?: (?P<obj>.+))?",
    ),
    cue(
        _NEGOTIATION,
        HIGH,
        "halfway middle difference",
        r"\b(?:meet|met|split)(?:ting)?\b.{0,20}\b(?:halfway|in the middle|"
        r"difference)\b(?:.{0,10}? (?:at|with|on) (?P<obj>.+))?",
    ),
    cue(
        _NEGOTIATION,
        HIGH,
        "exchange return",
        r"(?:" + WE + r"(?:'ll|'d| can| will| would| could| agreed to)|\boffer(?:ed|ing)?\b|"
        r"\bagreed to) (?P<obj>.+? (?:in exchange for|in return for|if you (?:commit|sign|"
        r"agree|extend|pay)) .+)",
    ),
    cue(
        _NEGOTIATION,
        HIGH,
        "if commit sign",
        WE + r"(?:'ll|'d| can| will| would| could) (?:offer )?(?P<obj>(?:(?:give|drop|lower|reduce|"
        r"throw|extend|include|waive|cut|match|knock) .+?|.*\b(?:discount|price|rate|month|"
        r"term)s?\b.*?) if (?:you|they) .+)",
    ),
    cue(
        _NEGOTIATION,
        HIGH,
        "agreed settled negotiated agree closed",
        r"(?:"
        + WE
        + HAVE
        + r"|^) ?(?:agreed (?:on|to|at)|settled (?:on|for|at)|negotiated|closed at|"
        r"haggled) (?P<obj>.{0,50}" + MONEY + r".*)",
    ),
    cue(
        _NEGOTIATION,
        HIGH,
        "negotiated",
        WE + HAVE + r" negotiated (?P<obj>(?:the|a|an|it|them|our|down|better|net)\b.+)|"
        r"^negotiated .+",
    ),
    cue(
        _NEGOTIATION,
        HIGH,
        "agreed",
        r"\bagreed to (?P<obj>(?:lower|reduce|cut|drop|waive|discount|extend|match|raise|"
        r"pay)\b.+)",
    ),
    cue(
        _NEGOTIATION,
        HIGH,
        "if",
        r"\bif you (?:sign|commit|agree|extend|pay|order|renew).{0,60}, (?:we|i)(?:'ll|'d| can|"
        r" will| would| could) (?P<obj>.+)",
    ),
    cue(
        _NEGOTIATION,
        HIGH,
        "instead",
        WE + r" (?:can|could|would) (?:do|offer|stretch to|go to|go up to|accept|"
        r"live with) (?P<obj>.*?\d.*?) instead of (?P<over>.*\d.*)",
    ),
    cue(
        _NEGOTIATION,
        HIGH,
        "offer",
        r"\b(?:our|my|the|their) (?:final|best|revised|last|new)(?: and final)? (?:offer|"
        r"price) (?:is|stands at|would be|remains) " + OBJ,
    ),
    cue(
        _NEGOTIATION,
        HIGH,
        "compromise compromised compromising",
        r"(?:" + WE + r"(?:'ll|'ve| have| will)? compromised? (?:on|at|with)|\b(?:the|our|"
        r"a) compromise (?:is|was|will be)(?: to)?) " + OBJ,
    ),
    cue(
        _NEGOTIATION,
        MEDIUM,
        "lower reduce discount waive knock throw match",
        WE + r"(?:'ll|'d| can| could| will| would|'re willing to| are willing to) (?P<obj>(?:lower|"
        r"reduce|discount|waive|knock|throw in|match|come down|come up)\b.*\b(?:price|rate|"
        r"fees?|costs?|quote|offer|budget|discount|setup|onboarding|support|training|seats|"
        + MONEY
        + r").*)",
    ),
    cue(
        _NEGOTIATION,
        MEDIUM,
        "instead",
        WE + r" (?:can|could) do (?P<obj>.+?) instead of (?P<over>.+)",
    ),
    cue(
        _NEGOTIATION,
        MEDIUM,
        "accept settle",
        WE + r"(?:'d|'ll| can| could| will| would)(?: be willing to)? (?:accept|settle for|"
        r"live with) (?P<obj>(?:net|a|an|the|\d)\b.*\b(?:terms?|days|discount|price|rate|fee|"
        r"deposit|contract|net|weeks?|months?)\b.*)",
    ),
    cue(
        _NEGOTIATION,
        HIGH,
        "came went come go",
        r"\b(?:came|went|come|go) (?:down|up) to (?P<obj>" + MONEY + r".*)",
    ),
    cue(
        _NEGOTIATION,
        HIGH,
        "settle agree",
        LETS + r" (?:settle|agree) (?:at|on|for) (?P<obj>.*" + MONEY + r".*)",
    ),
    cue(
        _NEGOTIATION,
        HIGH,
        "works work fine acceptable",
        r"^(?:.{0,30}[:,] )?(?P<obj>(?:\w+ ){0,3}" + MONEY + r".{0,60}?) (?:works for (?:me|us)|"
        r"(?:is|would be) (?:fine|ok|okay|acceptable|good)(?: (?:for|with|by) (?:me|us))?)\b",
    ),
    cue(
        _NEGOTIATION,
        HIGH,
        "deal",
        r"(?:\b(?:we have|we've got|you have|you've got|it's|that's|we|let's)|"
        r"^then we have) (?:got )?"
        r"a deal\b(?! breaker)[,:]?(?:.{0,40}?[:,] (?P<obj>.+))?|^(?:ok,? |great,? )?deal[.!,]",
    ),
)
