"""Words and characters that a small tokenizer has whole: the one that ships with wordllama."""

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

_FILE = "tokenizers/l2_supercat_tokenizer_config.json"
_AFTER_SPACE = "\u2581"  # how the file writes the space that belongs to a word
_WORD = re.compile(r"[A-Za-z]{2,}")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What costs one token. `spaced` are words after a space, `bare` those that are one token with
    a space before them and without one; `characters` those that need no spelling by bytes."""

    spaced: frozenset[str]
    bare: frozenset[str]
    characters: frozenset[str]


def vocabulary_file() -> Path:
    """The tokenizer's file, inside the installed package. Raises ModuleNotFoundError."""
    found = find_spec("wordllama")  # importing it would take half a second
    if found is None or found.origin is None:
        raise ModuleNotFoundError("wordllama is not installed.")
    return Path(found.origin).parent / _FILE


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """Read on first use (20 ms, 3 MB a process)."""
    entries: dict[str, int] = json.loads(vocabulary_file().read_text())["model"]["vocab"]
    spaced = frozenset(
        word for entry in entries
        if entry.startswith(_AFTER_SPACE) and _WORD.fullmatch(word := entry[1:])
    )  # fmt: skip
    return Vocabulary(
        spaced=spaced,
        bare=frozenset(word for word in spaced if word in entries),
        characters=frozenset(entry for entry in entries if len(entry) == 1),
    )
