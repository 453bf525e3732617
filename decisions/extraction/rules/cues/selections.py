"""Cues that choose among options."""

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
    WILL,
    Cue,
    cue,
)

_SELECTION = DecisionType.SELECTION


SELECTIONS: tuple[Cue, ...] = (
    cue(
        _SELECTION,
        HIGH,
        "go going stick sticking run",
        r"(?:" + WE + WILL + r"|" + LETS + r") (?:go(?:ing)?|be going|stick|run) with " + OBJ,
    ),
    cue(
        _SELECTION,
        HIGH,
        "going sticking running",
        r"(?:" + WE + ARE + r"|^\W*(?:(?:ok|okay|cool|great|alright|right|so|yeah|yes|fine|"
        r"then)\b,? )*)(?: ?(?:going|sticking)) with " + OBJ,
    ),
    cue(
        _SELECTION,
        HIGH,
        "chose chosen picked selected opted adopted settled landed standardized standardised "
        "went gone decided agreed",
        WE
        + HAVE
        + r" (?:chose|chosen|picked|selected|opted for|settled (?:on|for)|adopted|landed on|"
        r"standardi[sz]ed on|went with|gone with|(?:decided|agreed) (?:on|in favou?r of|"
        r"upon)) (?P<obj>(?!(?:what|how|whether|who|when|that|to|up)\b).+)",
    ),
    cue(
        _SELECTION,
        HIGH,
        "decided agreed voted opted elected",
        WE
        + HAVE
        + r" (?:decided|agreed|voted|opted|elected)(?: that we(?:'ll| will| should)?| to) (?:use|"
        r"go with|adopt|choose|select|pick|switch to|move to|migrate to|stick with|"
        r"standardi[sz]e on|buy) " + OBJ,
    ),
    cue(
        _SELECTION,
        HIGH,
        "selecting choosing picking adopting standardizing standardising",
        WE + ARE + r" (?:selecting|choosing|picking|adopting|standardi[sz]ing on) " + OBJ,
    ),
    cue(
        _SELECTION,
        HIGH,
        "selected chosen picked",
        r"^(?P<obj>.+?)(?: (?:is|was|were|are)|'s| (?:has|have) been)(?: (?:now|hereby|"
        r"officially|finally))* (?:selected|chosen|picked)\b(?! (?:text|items?|up|on|from))",
    ),
    cue(
        _SELECTION,
        HIGH,
        "use adopt pick choose select switch migrate move standardize standardise buy",
        r"(?:"
        + WE
        + WILL
        + r"|"
        + LETS
        + r") (?:use|adopt|pick|choose|select|switch to|switch over to|migrate to|"
        r"move (?:over )?to|standardi[sz]e on|buy|switch(?= from)|migrate(?= from)|"
        r"move(?= from)) " + OBJ,
    ),
    cue(
        _SELECTION,
        HIGH,
        "switching migrating moving switched migrated moved converting",
        WE + r"(?:" + ARE + r"|" + HAVE + r") (?:switch(?:ing|ed)|migrat(?:ing|ed)|mov(?:ing|"
        r"ed)) (?P<obj>(?:over )?(?:from\b.+\bto\b.+|to (?!(?:do|make|be|get)\b).+|"
        r".{3,40} (?:to|from) .+))",
    ),
    cue(
        _SELECTION,
        HIGH,
        "choosing using going picking selecting",
        WE + HAVE + r" ended up (?:choosing|using|going with|picking|selecting) " + OBJ,
    ),
    cue(
        _SELECTION,
        HIGH,
        "go",
        LETS + r" go for (?P<obj>(?!(?:it|lunch|a (?:walk|drink|coffee|run|ride))\b).+)",
    ),
    cue(_SELECTION, HIGH, "using", r"\bwe(?:'ll| will) be using " + OBJ),
    cue(
        _SELECTION,
        HIGH,
        "decision decided",
        r"^\W*(?:decision|decided): ?(?:use |go with |we (?:use|go with|"
        r"will use) )?(?P<obj>.+? (?:over|instead of|rather than) .+)",
    ),
    cue(
        _SELECTION,
        HIGH,
        "is",
        r"(?:^|, so )(?:\W*|ok,? |okay,? )(?P<obj>(?!(?:here|there|this|that|what|how|whatever|"
        r"it|so|as|"
        r"i|but)\b)[\w.+#-]+(?: (?!(?:how|what|whatever)\b)[\w.+#-]+){0,2}) it is(?: "
        r"then)?[.!]*(?:$| for )",
    ),
    cue(
        _SELECTION,
        HIGH,
        "winner winning choice pick vendor",
        r"(?:^|[,;:.!] )(?:so |and )?(?:the |our )?(?:winner|final choice|final pick|"
        r"chosen vendor|choice|pick) (?:is|was|will be) (?P<obj>(?!(?:that|whether|what|clear|"
        r"yours|hard|easy|not|between|up)\b).+)",
    ),
    cue(
        _SELECTION,
        HIGH,
        "wins won",
        r"^(?P<obj>[\w .+#-]{2,40}?) (?:wins|won) (?:out|over|hands|the (?:bid|contract|deal|"
        r"evaluation|vote)|for)\b",
    ),
    cue(
        _SELECTION,
        MEDIUM,
        "using instead over rather",
        WE
        + ARE
        + r" using "
        + r"(?P<obj>.+?)(?: (?:for|as|instead of|over|rather than|going forward|from now on)\b.*)",
    ),
    cue(
        _SELECTION,
        MEDIUM,
        "instead rather",
        r"^(?:\W*)(?:please |just )?use (?P<obj>.+?) (?:instead of|rather than) (?P<over>.+)",
    ),
    cue(
        _SELECTION,
        MEDIUM,
        "prefer preferred vote",
        r"(?:"
        + WE
        + r" (?:prefer|vote for) |\bmy vote (?:is for|goes to) )(?P<obj>(?!(?:to|that|not|"
        r"if)\b).+)",
    ),
    cue(
        _SELECTION,
        MEDIUM,
        "go went goes",
        r"\b(?:go|goes|went|gone) with (?P<obj>(?:option|plan|proposal|vendor|alternative|"
        r"approach|version|choice) .+)",
    ),
    cue(
        _SELECTION,
        MEDIUM,
        "option plan proposal",
        START
        + r"(?P<obj>(?:option|plan|proposal) (?:[a-z]|\d+|one|two|three))(?:,? (?:please|then|"
        r"for me))?[.!]*$",
    ),
    cue(
        _SELECTION,
        HIGH,
        "final winner",
        r"^\W*(?:final (?:answer|choice|pick)|winner): (?P<obj>.+)",
    ),
    cue(
        _SELECTION,
        HIGH,
        "take taking took",
        WE + r"(?:'ll| will|'re| are|'ve| have| are going to|'re going to)? (?:take|taking|took|"
        r"taken) (?P<obj>(?:the|their|your|his|her|this|that)(?: [\w'-]+){0,4} (?:offer|loan|deal|"
        r"plan|option|package|quote|bid|flat|office|room|venue|proposal|contract|tier|slot|stand|"
        r"one)\b(?! down| off| over| out).*)",
    ),
    cue(
        _SELECTION,
        HIGH,
        "voted",
        WE + HAVE + r" voted for (?P<obj>(?!(?:it|this|that|him|her)\b).+)",
    ),
    cue(
        _SELECTION,
        HIGH,
        "forward ahead",
        r"(?:^|" + WE + ARE + r" )(?:going|moving) (?:forward|ahead) with (?P<obj>(?:option|plan|"
        r"variant|version|proposal|vendor|design) .+)",
    ),
    cue(
        _SELECTION,
        HIGH,
        "contract job order award deal tender",
        r"^(?:the |our )?(?:contract|job|order|award|deal|tender|commission|role|position)"
        r"(?: for [\w ]{2,30}?)? (?:goes|went|is going|was awarded|is awarded) to " + OBJ,
    ),
)
