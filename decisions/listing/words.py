"""Instant search: the words of a query, the last one as far as it is typed. Pure."""

import re
from typing import Any

_BEING_TYPED = re.compile(r'(?<![-"\w])(\w+)\Z')
_SHORTEST_IN_TITLE = 3  # characters; fewer stand in most titles

# A word's stem may be shorter than what is typed of it ("decisio" of "decision", kept as "decis"),
# so a title that has the letters as they stand will do as well.
_TYPED = """(numnode(to_tsquery('english', %(f_typed)s)) = 0
    OR {m}.search @@ to_tsquery('english', %(f_typed)s) OR {m}.title ILIKE %(f_letters)s)"""
_WHOLE = """(numnode(websearch_to_tsquery('english', %(f_whole)s)) = 0
    OR {m}.search @@ websearch_to_tsquery('english', %(f_whole)s))"""


def has_words(query: str, row: str) -> tuple[str, dict[str, Any]]:
    """That a row has all words of a query, as SQL and its parameters.

    Quotes hold words together and a minus leaves out, as in web searches; a last word that no space
    follows may go on. A query of nothing but "the" and the like finds all.
    """
    typed = _BEING_TYPED.search(query)
    parts, params = [], dict[str, Any]()
    if whole := query[: typed.start()] if typed else query:
        parts.append(_WHOLE.format(m=row))
        params["f_whole"] = whole
    if typed:
        word = typed[1]
        parts.append(_TYPED.format(m=row))
        params["f_typed"] = f"{word}:*"
        params["f_letters"] = f"%{_literal(word)}%" if len(word) >= _SHORTEST_IN_TITLE else ""
    return " AND ".join(parts), params


def _literal(word: str) -> str:
    """As ILIKE takes it; a word has no other character that means something to it."""
    return word.replace("_", r"\_")
