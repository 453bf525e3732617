"""Cues that promise something, or tell that it was done."""

from decisions.extraction.contract import DecisionType
from decisions.extraction.rules.cues.grammar import HIGH, LOW, MEDIUM, OBJ, START, WE, Cue, cue

_COMMITMENT = DecisionType.COMMITMENT

_PROMISED = (
    r"(?:have(?! to\b)|get|send|deliver|finish|complete|prepare|write|draft|review|"
    r"take (?:care|this|that|it|on|over|the)|handle|fix|make|add|update|post|push|submit|ship|"
    r"put|set(?: it| this| that| them)? up|follow up|circulate|do(?! (?:my|our) best)|provide|"
    r"share|schedule|organi[sz]e|book|arrange|create|remove|change|include|incorporate|merge|"
    r"implement|address|clarify|publish|upload|open|file|deploy|release|build|test|investigate|"
    r"look into|work on|reach out|contact|call|present|own|lead|run|pay|sign|join|attend|cover|"
    r"support|migrate|rename|move|rewrite|revise|correct|delete|resurrect|produce|bring|turn|"
    r"prototype|start|document|check|ensure|verify|apply|propose|expand|issue|reword|ping|"
    r"email|mail|message|chase|loop in|talk to|ask|tell|pick up|come back|speak to|extend|"
    r"confirm|report|raise)"
)
_DONE = (
    r"(?:added|changed|updated|removed|fixed|moved|merged|renamed|incorporated|pushed|"
    r"committed|addressed|clarified|trimmed|logged|rewritten|rewrote|replaced|resolved|closed|"
    r"dropped|implemented|switched|cleaned up|deleted|deployed|shipped|integrated|applied|"
    r"adjusted|corrected|modified|reworked|split|included|introduced|left|kept|reverted|"
    r"simplified|refactored|deprecated|disabled|enabled|bumped|upgraded|extracted|restructured|"
    r"tweaked|reworded)"
)
_NOT_A_CLAIM = r"(?! (?:it|me|you|him|her|us|them)? ?(?:know|see|sense|sure|honest|there|guess)\b)"


COMMITMENTS: tuple[Cue, ...] = (
    cue(
        _COMMITMENT,
        HIGH,
        "i'll",
        r"\bi'll(?: \w+ly| also| then| just| now| personally| be able to| go ahead and| try to|"
        r" certainly)* (?P<obj>" + _PROMISED + r"\b" + _NOT_A_CLAIM + r".*)",
    ),
    cue(
        _COMMITMENT,
        HIGH,
        "will",
        r"\bi will(?: \w+ly| also| then| just| now| personally| be able to)* (?P<obj>"
        + _PROMISED
        + r"\b"
        + _NOT_A_CLAIM
        + r".*)",
    ),
    cue(
        _COMMITMENT,
        HIGH,
        "going gonna",
        r"\bi(?:'m| am) (?:also |now )?(?:going to|gonna) (?P<obj>"
        + _PROMISED
        + r"\b"
        + _NOT_A_CLAIM
        + r".*)",
    ),
    cue(
        _COMMITMENT,
        HIGH,
        "commit promise committed pledge guarantee promised committing",
        WE + r"(?:'ll|'ve| have|'m|'re| are| am| will)?(?: \w+ly)? (?:commit(?:ted|ting)? (?:to|"
        r"that)|promised?(?: you)?|pledged?|guarantee)(?: to| that)? " + OBJ,
    ),
    cue(
        _COMMITMENT,
        HIGH,
        "have get receive expect",
        r"\b(?:you(?:'ll| will) (?:have(?! to\b)|get|receive)|you can expect|"
        r"^expect) (?P<obj>.+? (?:by|before|on|within|no later than|tomorrow|today|this|"
        r"next) ?.+)",
    ),
    cue(
        _COMMITMENT,
        HIGH,
        "on i'm",
        r"^(?:\W*|ok,? |yes,? )(?:i'm|we're|i am)? ?on it\b[.!]?$|\b(?:i'm|we're) on it\b",
    ),
    cue(
        _COMMITMENT,
        HIGH,
        "can",
        r"\b(?:i|we) can (?P<obj>(?:have|get|send|deliver|finish|complete|ship|review|take|"
        r"cover|handle|own)\b.* (?:by|before|tomorrow|today|tonight|this week|next week|"
        r"on (?:mon|tues|wednes|thurs|fri)day|it|that one)\b.*)",
    ),
    cue(
        _COMMITMENT,
        MEDIUM,
        "we'll we we're",
        r"\bwe(?:'ll| will| shall| are going to|'re going to)(?: \w+ly| also| then| just| now|"
        r" still)* (?P<obj>" + _PROMISED + r"\b" + _NOT_A_CLAIM + r".*)",
    ),
    cue(
        _COMMITMENT,
        MEDIUM,
        "plan intend planning aim aiming intention",
        r"\b(?:i|we)(?:'m|'re| am| are)? (?:also )?(?:plan|intend|planning|aim|"
        r"aiming)(?: \w+)? (?:to|on) " + OBJ,
    ),
    cue(
        _COMMITMENT,
        MEDIUM,
        "count leave consider will",
        r"\b(?:count me in|leave (?:it|that|this) (?:to|with) me|consider it done)\b|"
        r"^\W*(?:ok,? |sure,? )?will do\b",
    ),
    cue(
        _COMMITMENT,
        MEDIUM,
        "mine take taking",
        r"\b(?:i'll take (?:it|this|that|the .+)|i'm taking (?P<obj>(?!(?:some|the|my|"
        r"a) (?:time|break|day|week|moment)\b|(?:part|care)\b).+)|this one is mine|"
        r"i've got this)\b",
    ),
    cue(
        _COMMITMENT,
        LOW,
        "volunteer happy willing glad",
        r"\bi(?:'d| would|'ll| will|'m| am)? (?:be )?(?:volunteer(?:ing)?|happy|willing|"
        r"glad) to (?!have you)(?P<obj>" + _PROMISED + r"\b.*)",
    ),
    cue(
        _COMMITMENT,
        LOW,
        "will",
        START
        + r"will (?P<obj>(?!it|you|we|they|he|she|this|that|there|i\b)"
        + _PROMISED
        + r"\b.*)",
    ),
    cue(
        _COMMITMENT,
        LOW,
        "can",
        r"(?<!\bso )(?<!\bthat )\b(?:i|we) can (?P<obj>(?:review|add|fix|take|send|write)\b.*)",
    ),
    cue(
        _COMMITMENT,
        HIGH,
        "be",
        r"\b(?:i|we)(?:'ll| will) be (?P<obj>(?:sending|preparing|writing|sharing|posting|"
        r"reviewing|updating|adding|fixing|submitting|working on|publishing|presenting|"
        r"handling|joining|bringing|setting up|following up)\b.*)",
    ),
    cue(_COMMITMENT, MEDIUM, "we'll", r"\bwe'll (?P<obj>get (?:this|that|it|the) .+)"),
    cue(
        _COMMITMENT,
        MEDIUM,
        "by",
        r"\b(?:i|we)(?:'ll| will) (?P<obj>(?!be\b|have to\b|see\b|know\b|"
        r"need\b)\w+ .*\bby (?:the end of|end of|eod|eow|tomorrow|tonight|noon|next|monday|"
        r"tuesday|wednesday|thursday|friday|january|february|march|april|june|july|august|"
        r"september|october|november|december)\b.*)",
    ),
)

DONE: tuple[Cue, ...] = (
    cue(
        DecisionType.CONFIRMATION,
        LOW,
        "i've we've have i we",
        r"\b(?:i|we)(?:'ve| have)?(?: (?:now|just|also|already|since|therefore))* (?P<obj>"
        + _DONE
        + r"\b.*)",
    ),
    cue(
        DecisionType.CONFIRMATION,
        LOW,
        "added changed updated removed fixed moved merged renamed incorporated addressed "
        "clarified replaced cleaned deleted corrected done",
        r"^(?:\W*|for now,? |ok,? |yes,? |thanks[,.!] )(?P<obj>(?:added|changed|updated|"
        r"removed|fixed|moved|merged|renamed|incorporated|addressed|clarified|replaced|"
        r"cleaned up|deleted|corrected|reworded) (?![\d\W]).*)",
    ),
    cue(
        DecisionType.CONFIRMATION,
        LOW,
        "made change changes",
        r"\b(?:i|we)(?:'ve| have)?(?: (?:now|just|also|already))* (?P<obj>made "
        r".{0,30}\b(?:changes?|edits?|fix(?:es)?|corrections?|updates?|adjustments?)\b.*)",
    ),
    cue(DecisionType.CONFIRMATION, LOW, "done", r"^(?:all )?done[.!]*$"),
)
