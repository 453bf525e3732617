"""Whether a message says that a commitment is done, by rules. Pure.

A sentence must say so outright: what is nearly, not yet or to be done, what is asked and what is
only hoped for, is not. Precision before recall: what is closed wrongly is forgotten, what stays
open is asked about once more.
"""

import re
from collections.abc import Iterator, Sequence

from lifecycle.commitments.contract import Done, Judgement, Pair
from lifecycle.commitments.people import is_called
from lifecycle.commitments.tuning import (
    QUOTE_CHARACTERS,
    SHARED_WORDS_ELSEWHERE,
    SHARED_WORDS_IN_THREAD,
    SIMILARITY,
)
from lifecycle.reconcile.words import subject_of, words_of

RULE = "says-done/1"

_DOING = (
    "done", "finished", "completed", "shipped", "sent", "merged", "deployed", "delivered",
    "published", "released", "fixed", "paid", "signed", "submitted", "uploaded", "wrapped up",
    "sorted", "handed over", "handed in", "posted", "rolled out", "launched", "written", "recorded",
    "installed", "migrated", "booked", "filed", "printed", "closed", "ordered", "announced",
)  # fmt: skip
_DID = "|".join(map(re.escape, _DOING))
# "It's done", "the feed is live", "have been sent", "done!", "I've just shipped it", "I sent it".
_SAYS_DONE = re.compile(
    rf"""\b(?:is|are|was|were|it's|that's|they're|everything's|all)\s+(?:now\s+|all\s+|just\s+)?
        (?:{_DID}|live|up|online|out|in\ place|in\ production)\b
    | \b(?:has|have|had|'s|'ve)\s+(?:now\s+|just\s+|all\s+)?(?:been\s+|gone\s+)?
        (?:{_DID}|out|live)\b
    | \b(?:i|we|he|she|they)\s+(?:have\s+|just\s+|finally\s+|already\s+)*(?:{_DID})\b
    | ^(?:and\s+|ok,?\s+|okay,?\s+|all\s+|now\s+|just\s+)?(?:{_DID}|live)\b
    | \b(?:{_DID}|live)\s*(?:now|today|yesterday|this\ morning|as\ promised)?\s*[.!✅🎉]*$
    | ✅""",
    re.IGNORECASE | re.VERBOSE,
)
_NOT_DONE = re.compile(
    r"""\b(?:not|never|no|isn't|aren't|wasn't|weren't|hasn't|haven't|hadn't|didn't|don't|cannot|
        can't|won't|without|unless|nearly|almost|half|partly|mostly|once|when|if|until|till|before|
        as\ soon\ as|after|will|'ll|shall|should|would|could|can|may|might|must|needs?|want|
        going\ to|to\ be|get\ it|get\ this|hope|hopefully|expect|plan|yet\ to|still|why|please|
        supposed|trying|would've|wish|ought|by\ tomorrow)\b|\?\s*$|n't\b""",
    re.IGNORECASE | re.VERBOSE,
)
# A line that goes on in lower case was only wrapped.
_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?])\s+|\n\s*\n|\n(?!\s*[a-z])")
_CLAUSE = re.compile(r",\s+(?:and|but|so)\s+|;\s+|\s+[—–-]\s+|,\s+(?=(?:i|we|it|look|see)\b)", re.I)


# What a message must have a word of before it is looked at, or a model is asked about it; and the
# same as a query for Postgres' full-text search.
_MENTIONS = re.compile(
    rf"\b(?:{_DID}|live|online|out|up|in place|in production)\b|✅", re.IGNORECASE
)
DOING_WORDS = " | ".join(word.split()[0] for word in (*_DOING, "live", "online", "production"))


def mentions_doing(text: str) -> bool:
    """Whether a text may say that something is done: a cheap look, which leaves out most."""
    return _MENTIONS.search(text) is not None


class RulesJudge:
    """Judges offline."""

    def judge(self, pairs: Sequence[Pair]) -> Judgement:
        found = ((pair, closing_words(pair)) for pair in pairs)
        return Judgement(
            tuple(Done(p.memory_id, p.item_id, quote, RULE) for p, quote in found if quote)
        )


def closing_words(pair: Pair) -> str:
    """The sentence of the message that says that it is done; empty where none does.

    Its owner says so, or it names them; and it is about the commitment: in its thread, where its
    owner owes nothing else there, or by the words that both have.
    """
    for sentence in says_done(pair.message):
        if _is_by_owner(pair, sentence) and _is_about(pair, sentence):
            return sentence[:QUOTE_CHARACTERS]
    return ""


def says_done(text: str) -> Iterator[str]:
    """The sentences of a text that say that something is done."""
    for sentence in _BETWEEN_SENTENCES.split(text):
        clauses = _CLAUSE.split(sentence.replace("’", "'").strip())
        if any(_SAYS_DONE.search(each) and not _NOT_DONE.search(each) for each in clauses):
            yield sentence.strip()


def _is_by_owner(pair: Pair, sentence: str) -> bool:
    if not pair.owner:
        return False
    if pair.owner & pair.author:
        return True
    said = sentence.casefold()
    return any(len(name) > 2 and re.search(rf"\b{re.escape(name)}\b", said) for name in pair.owner)


def _is_about(pair: Pair, sentence: str) -> bool:
    names = set(pair.owner | pair.author)
    subject = {word for word in subject_of(pair.promised) if not is_called(word, names)}
    common = subject & set(words_of(sentence))
    if pair.same_thread:
        only_thing = pair.owes == 1 and not _is_specific(sentence, subject)
        return only_thing or len(common) >= SHARED_WORDS_IN_THREAD
    return len(common) >= SHARED_WORDS_ELSEWHERE and pair.similarity >= SIMILARITY


def _is_specific(sentence: str, subject: set[str]) -> bool:
    """Whether it says what is done, and that is something else: "the invoices are sent"."""
    said = _SAID.sub("", sentence)
    return len([word for word in words_of(said) if word not in subject]) > _FEW


_SAID = re.compile(rf"\b(?:{_DID}|live|now|today|yesterday|just|finally)\b", re.IGNORECASE)
_FEW = 2  # words of its own that a bare "done, thanks all" may have
