"""Cues that say yes."""

from decisions.extraction.contract import DecisionType
from decisions.extraction.rules.cues.grammar import (
    HAVE,
    HIGH,
    LETS,
    MEDIUM,
    MONEY,
    OBJ,
    START,
    WE,
    Cue,
    cue,
)

_APPROVAL = DecisionType.APPROVAL

_OF_WHAT = (
    r"(?=$|[.!,;:—–)-]| (?:by|for|with|to|as|on|at|in|and|but|the|this|that|these|your|our|my|"
    r"it|both|all|unanimously|today|yesterday|from|subject|pending|per|via|under|up|a|an)\b)"
)


APPROVALS: tuple[Cue, ...] = (
    cue(
        _APPROVAL,
        HIGH,
        "approved",
        START
        + r"(?:(?:it's|that's|this is|you're|consider (?:it|this|that)) )?(?<!not )approved"
        + _OF_WHAT
        + r"(?: (?P<obj>.+))?",
    ),
    cue(
        _APPROVAL,
        HIGH,
        "approved ratified",
        r"^(?P<obj>.+?)(?: (?:is|are|was|were|got|gets)|'s| (?:has|have) been)(?: (?:now|"
        r"hereby|officially|formally|finally|unanimously))* (?:approved|ratified)" + _OF_WHAT,
    ),
    cue(
        _APPROVAL,
        HIGH,
        "approved accepted ratified",
        r"^(?P<obj>(?!not\b)\w+(?: \w+){0,2}) (?:approved|accepted|ratified)(?=[.!,]|$)",
    ),
    cue(
        _APPROVAL,
        HIGH,
        "approve sign",
        r"\b(?:happy|glad|pleased) to (?:approve|sign off on) " + OBJ,
    ),
    cue(
        _APPROVAL,
        HIGH,
        "accepted endorsed adopted",
        r"^(?P<obj>.+?)(?: (?:was|were)| (?:has|have) been)(?: (?:now|hereby|officially|"
        r"formally|finally|unanimously))* (?:accepted|endorsed|adopted)\b(?! (?:in|"
        r"as a (?:standard )?practice|widely)\b)",
    ),
    cue(
        _APPROVAL,
        HIGH,
        "approve approved approves accept accepted ratified endorse endorsed authorize "
        "authorized authorise authorised okayed",
        WE + HAVE + r" (?:approved?|accept(?:ed)?|ratified|endorsed?|authori[sz]ed?|okayed|ok'd) "
        r"(?P<obj>(?!(?:that|the (?:fact|point|premise|argument|idea))\b).+)",
    ),
    cue(
        _APPROVAL,
        HIGH,
        "approved ratified greenlit greenlighted accepted authorized signed",
        r"^(?:\w+ ){1,4}(?:has |have |just )*(?:approved|ratified|greenlit|greenlighted|"
        r"accepted|authori[sz]ed|signed off(?: on)?) "
        r"(?P<obj>(?:(?:the|our|your|this|my|all|both|it)\b|" + MONEY + r").*)",
    ),
    cue(_APPROVAL, HIGH, "declare", r"\b(?:i|we|the chairs?)(?: hereby)? declare (?!that\b)" + OBJ),
    cue(
        _APPROVAL,
        HIGH,
        "consensus",
        r"\b(?:there is|there's|we have|we reached|we've reached|reached|clear|"
        r"rough)\b(?: (?!no\b|not\b)\w+){0,3} consensus (?:to|on|for|that|in favou?r of) " + OBJ,
    ),
    cue(
        _APPROVAL,
        HIGH,
        "consensus",
        r"\b(?:the |our |wg )consensus (?:is|was|of the \w+ (?:is|was)) (?:to|that|for) " + OBJ,
    ),
    cue(_APPROVAL, HIGH, "agreed", WE + HAVE + r" agreed that " + OBJ),
    cue(
        _APPROVAL,
        HIGH,
        "signed signoff signing sign",
        WE + r"(?:" + HAVE + r"|'m|'re| am| are) (?:sign(?:ed|ing)?[ -]?off) on " + OBJ,
    ),
    cue(_APPROVAL, HIGH, "signed", r"\bsigned off (?:on )?" + OBJ),
    cue(
        _APPROVAL,
        HIGH,
        "approval blessing",
        r"\b(?:you have|has|have|with|got|gave|given|giving|gets?)\b(?: \w+)? (?:my|our|their|"
        r"the board's|full|final|formal|its|his|her)(?: \w+)? (?:approval|"
        r"blessing)\b(?: (?:for|to|on) (?P<obj>.+))?",
    ),
    cue(
        _APPROVAL,
        HIGH,
        "green greenlight greenlit greenlighting",
        r"\b(?:green[ -]?(?:light|lit)(?:ed|ing)?)\b(?: (?:for|to|on))?(?: (?P<obj>.+))?",
    ),
    cue(
        _APPROVAL,
        HIGH,
        "motion resolution vote",
        r"\b(?:motion|resolution|vote|amendment)\b(?: \w+)? (?:passes|passed|carries|carried|"
        r"is carried|was in favou?r)",
    ),
    cue(
        _APPROVAL,
        HIGH,
        "go",
        START + r"(?:please |you can |feel free to |you may )*go ahead(?: (?:with|"
        r"and)\b)?(?: (?P<obj>.+))?",
    ),
    cue(
        _APPROVAL,
        HIGH,
        "go",
        r"\b(?:please|you can|you may|fine,|good,|approved[,;:]|it's a) go(?: ahead|"
        r" for it)?\b(?: (?:with|and) (?P<obj>.+))?",
    ),
    cue(_APPROVAL, MEDIUM, "lgtm", r"\blgtm\b"),
    cue(
        _APPROVAL,
        MEDIUM,
        "ship merge +1",
        r"(?:^|\+1|lgtm|" + LETS + r")\W*(?:let's )?(?:ship|merge) (?:it|this)\b",
    ),
    cue(_APPROVAL, MEDIUM, "good", r"\b(?:good to (?:go|merge|ship)|looks good to me)\b"),
    cue(
        _APPROVAL,
        MEDIUM,
        "proceed proceeding",
        START + r"(?:please |you can |you may )?(?:proceed)(?: with (?P<obj>.+)|$|[.!])",
    ),
    cue(
        _APPROVAL,
        MEDIUM,
        "signing thumbs permission",
        r"\b(?:thumbs up (?:from|on)|you have permission to|"
        r"permission granted)\b(?: (?P<obj>.+))?",
    ),
    cue(_APPROVAL, HIGH, "approved", r"[,;] approved[.!]*$"),
    cue(_APPROVAL, MEDIUM, "proceed", r"\bplease proceed[.!]*$"),
    cue(
        _APPROVAL,
        HIGH,
        "accept",
        r"(?:^|[,.;:!] |\band )(?:i|we)(?: (?:gladly|happily|hereby|formally|fully))? accept"
        r"(?:[,.!]|$| (?:with|gladly|happily|your|the) ?(?P<obj>.+)?)",
    ),
    cue(
        _APPROVAL,
        HIGH,
        "move go proceed",
        r"(?:^|[,;.:!] )(?:please |feel free to |you (?:can|may) )(?:move (?:forward|ahead)|"
        r"go (?:ahead|"
        r"forward)|proceed) with " + OBJ,
    ),
    cue(
        _APPROVAL,
        HIGH,
        "cleared authorized authorised free",
        r"\b(?:you're|you are|we're|we are|the team is|consider yourself) (?:now )?(?:cleared|"
        r"authori[sz]ed|free|good|clear) to (?P<obj>(?!(?:ask|ignore|skip|use your|choose)\b).+)",
    ),
    cue(
        _APPROVAL,
        HIGH,
        "got have gave given has nod ok okay yes ahead clearance",
        r"\b(?:got|have|has|received|gave|given|gives?) (?:us |me |you |it |them )?(?:a|an|the|"
        r"their|"
        r"her|his|final|full)(?: \w+)? (?:yes|ok|okay|go-ahead|go ahead|nod|all-clear|sign-?off|"
        r"clearance|thumbs up)\b(?! (?:or|answer)\b)(?: (?:from|by|for|to|on) (?P<obj>.+))?|"
        r"^(?:nod|ok|okay|go-ahead|sign-?off|clearance|yes) (?:from|by) [\w ]{2,30}?"
        r"(?: received| given|[,.!]|$)",
    ),
    cue(
        _APPROVAL,
        MEDIUM,
        "ok okay fine happy comfortable",
        r"^(?:\W*|yes,? |ok,? )(?:i'm|i am|we're|we are) (?:ok|okay|fine|happy|comfortable|"
        r"good) with "
        r"(?P<obj>(?:the|your|our) .+)",
    ),
    cue(
        _APPROVAL,
        HIGH,
        "ratified endorsed authorized authorised cleared",
        START + r"(?:ratified|endorsed|authori[sz]ed|cleared) (?:by|on|for|as) (?P<obj>.+)",
    ),
)
