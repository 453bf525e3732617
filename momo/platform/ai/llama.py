"""Tokens as Llama 2 counts them: its tokenizer ships with wordllama."""

from functools import lru_cache

from tokenizers import Tokenizer

from momo.platform.ai.vocabulary import vocabulary_file


def count_tokens(text: str) -> int:
    """Return the exact count, without the mark that begins a prompt."""
    # A lone surrogate, which no text that was stored has, is not UTF-8.
    clean = text.encode("utf-8", "replace").decode()
    return len(_tokenizer().encode(clean, add_special_tokens=False).ids)


@lru_cache(maxsize=1)
def _tokenizer() -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(vocabulary_file()))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer
