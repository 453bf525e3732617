"""Deterministic embeddings: texts that share words get similar vectors, on every machine."""

import base64
import re
from functools import lru_cache
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

_WORD = re.compile(r"\w+")


def embed(text: str, dimensions: int) -> NDArray[np.float32]:
    """Return the unit sum of a fixed random vector for each word of `text`."""
    words = _WORD.findall(text.lower()) or [text]
    total = np.sum([_word_vector(word, dimensions) for word in words], axis=0)
    unit: NDArray[np.float32] = (total / np.linalg.norm(total)).astype(np.float32)
    return unit


def encoded(vector: NDArray[np.float32], encoding: str) -> str | list[float]:
    """Return the vector as the API's `encoding_format` asks: base64 little-endian, or numbers."""
    if encoding == "base64":
        return base64.b64encode(vector.astype("<f4").tobytes()).decode()
    return [float(number) for number in vector]


@lru_cache(maxsize=2_000)
def _word_vector(word: str, dimensions: int) -> NDArray[np.float64]:
    seed = int.from_bytes(sha256(word.encode()).digest()[:8], "big")
    return np.random.default_rng(seed).standard_normal(dimensions)
