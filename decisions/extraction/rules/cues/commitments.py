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
    r"confirm|report|raise|merge|close|withdraw|leave (?:it|this|that|them|the [\w ]+?) (?:as|"
    r"out|in|"
    r"alone|unchanged|open|there)|keep (?:it|this|that|them|the [\w ]+?) (?:as|in(?! mind)|out|"
    r"open|there)|"
    r"respond|reply|take out|put back)"
)
_DONE = (
    r"(?:added|changed|updated|removed|fixed|moved|merged|renamed|incorporated|pushed|"
    r"committed|addressed|clarified|trimmed|logged|rewritten|rewrote|replaced|resolved|closed|"
    r"dropped|implemented|switched|cleaned up|deleted|deployed|shipped|integrated|applied|"
    r"adjusted|corrected|modified|reworked|split|included|introduced|left|kept|reverted|"
    r"simplified|refactored|deprecated|disabled|enabled|bumped|upgraded|extracted|restructured|"
    r"tweaked|reworded|edited|rephrased|amended|revised|expanded|shortened|trimmed down|"
    r"reordered|reorganized|reorganised|relaxed|tightened|aligned|harmonized|harmonised|folded|"
    r"merged in|taken out|took out|put in|put back|filled in|swapped|converted|migrated|"
    r"regenerated|reverted to|rolled|backed out|stripped|eliminated|inserted|appended|"
    r"reflected|accommodated|noted down|assigned|"
    r"turned (?:on|off)|marked|flagged|labeled|labelled|tagged|"
    r"downgraded|upgraded|pinned|unpinned|patched|refined|polished|"
    r"rearranged|consolidated|separated|capitalized|spelled out|sorted out|checked in|"
    r"(?:raised|submitted|sent|posted)(?= (?:an? |the )?(?:\w+ )?(?:issue|ticket|bug|pr|"
    r"pull request|patch|erratum|errata)s?\b)|withdrawn|"
    r"taken (?:it|this|that|them|the \w+) (?:out|off|on)|(?:opened|created|filed|prepared|"
    r"recorded|completed|finished|arranged|scheduled|drafted|"
    r"set up)(?= (?:an? |the |this |that |our |your |all )?(?:[\w-]+ ){0,3}?(?:issue|ticket|bug|pr|"
    r"pull request|patch|branch|draft|document|text|section|version|release|migration|task|meeting|"
    r"call|report|page|figure|table|example|test|spec|review|change|update|fix|config)s?\b))"
)
_CLAUSE = r"^|[,;:.(—–-]\W*|\b(?:and|but|so|also|then|thus|therefore|apparently|anyway|yes|ok) "
_NOT_A_CLAIM = r"(?! (?:it|me|you|him|her|us|them)? ?(?:know|see|sense|sure|honest|there|guess)\b)"
_ADVERBS = r"(?: \w+ly| also| then| just| now| still| soon| definitely| try (?:and|to))*"
# What "I will" does not promise to do: to be, to feel, to speak, or to wait and see.
_NO_ACT = (
    r"(?:be|have|need|see|know|let|wait|say|guess|bet|admit|assume|note|never|not|likely|"
    r"probably|always|think|agree|argue|miss|love|regret|defer|like|want|hope|get|find|only|"
    r"leave|feel|believe|appreciate|explain|stop|end up|mention|repeat|summarize|quote|spare|"
    r"forget|remember|wonder|assert|claim|grant|concede|continue|come|happen|depend|lose|go|"
    r"look|understand|suggest|skip|pass|attempt|keep|remain|stay|stick|talk|discuss|focus|"
    r"support|use|allow|require|decide|in|at|if|on|of|to|the|a|as|all|both|use|switch|move|"
    r"adopt|pick|choose|select|cancel|drop|prioriti[sz]e|reject|decline|approve|accept|no|"
    r"increasingly|most|try|just|also|then|now|still|soon|so|cherish|watch|enjoy|rock|treasure|"
    r"do (?:my|our) best|make sure to remember|\w+ly|certainly|however|therefore|eventually|"
    r"surely|easily|ever|learn|"
    r"realize|suffer|benefit|struggle|survive|die|live|become|receive|experience|encounter)"
)


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
        r"(?<!\bso )(?<!\bthat )(?:\bi|\byes,? .{0,20}?\bwe) can (?:also |certainly |probably )?"
        r"(?P<obj>(?:review|add|fix|take|send|write|change|remove|update|"
        r"(?:make|do)(?= (?:it|this|that|the|so)\b)|prepare|draft|"
        r"propose|put|provide|clarify|reword|work on|help with)\b.*)",
    ),
    cue(
        _COMMITMENT,
        MEDIUM,
        "i'll i we'll we",
        r"\b(?:i'll|i will|i shall|we'll|we will|we shall|i'm going to|i am going to|"
        r"we're going to|"
        r"we are going to)" + _ADVERBS + r" (?P<obj>(?!" + _NO_ACT + r"\b)[a-z]{2,}\b.*)",
    ),
    cue(
        _COMMITMENT,
        MEDIUM,
        "will",
        r"\b(?:we|i)(?: (?:hope|plan|intend|want|have|need)\b| are| am|'m|'re|'ll| will)[^,;]*"
        r",? and will (?:also |then )?(?P<obj>" + _PROMISED + r"\b.*)",
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
        r"(?:\b(?:i|we)(?:'ve| have)|(?:"
        + _CLAUSE
        + r")(?:i|we))(?: (?:now|just|also|already|since|therefore|\w+ly))* (?P<obj>"
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
    cue(
        DecisionType.CONFIRMATION,
        LOW,
        "done fixed corrected changed added removed updated merged reworded",
        r"^(?:\W*|(?:ok|okay|yes|thanks|agreed|good catch)[,.!]? )(?:all )?(?:done|fixed|"
        r"corrected|changed|added|removed|updated|merged|reworded)(?: (?:now|in \S+|"
        r"as (?:suggested|proposed)))?[.!]*$",
    ),
)
