"""Embeddings without a key and without a network: static word vectors that ship with wordllama."""

import logging
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from momo.platform.ai.calibration import calibration_for
from momo.platform.ai.vectors import scatter, unit_rows

WORDLLAMA = "wordllama-256"

_loading = threading.Lock()
_loaded: list[Any] = []


class WordLlamaEmbeddings:
    """The mean of a text's token vectors, 256 dimensions padded to 1536.

    Loads on first use (0.7 s and 50 MB a process), then is shared. About 20,000 short messages a
    second on one core, in batches of 64.
    """

    model = WORDLLAMA

    def __init__(self) -> None:
        self._calibration = calibration_for(WORDLLAMA)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return shape (len(texts), EMBEDDING_DIMENSIONS); rows of length 1, 0 for a blank text."""
        positions = [index for index, text in enumerate(texts) if text.strip()]
        if not positions:
            return scatter(np.zeros((0, 0), dtype=np.float32), [], len(texts))
        weights = _weights()
        means = np.stack([_mean_vector(weights, texts[index]) for index in positions])
        return scatter(unit_rows(means), positions, len(texts))

    def calibrate(self, cosine: float) -> float:
        """Map a cosine to 0..1; see momo.platform.ai.calibration."""
        return self._calibration(cosine)


def _mean_vector(weights: Any, text: str) -> NDArray[np.float32]:
    # One text at a time: the tokenizer's batch call starts threads that do not survive a fork
    # (Celery's workers fork), and wordllama pads a batch to its longest text, which for one long
    # mail among 64 short ones costs half a gigabyte.
    ids = weights.tokenizer.encode(text, add_special_tokens=False).ids
    mean: NDArray[np.float32] = weights.embedding[ids].mean(axis=0)
    return mean


def _weights() -> Any:
    if not _loaded:
        with _loading:
            if not _loaded:
                _loaded.append(_load())
    return _loaded[0]


def _load() -> Any:
    root = logging.getLogger()
    placeholder = logging.NullHandler()
    # wordllama calls logging.basicConfig(level=INFO) as it is imported, which would print every
    # library's chatter; it does nothing where the root logger has a handler.
    root.addHandler(placeholder)
    try:
        import wordllama
    finally:
        root.removeHandler(placeholder)
    package = Path(wordllama.__file__).parent
    weights = wordllama.WordLlama.load(cache_dir=package, disable_download=True)
    weights.tokenizer.no_padding()
    return weights
