"""Shaping vectors so that every model's fit the same column."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from momo.platform.ai.contract import EMBEDDING_DIMENSIONS


def unit_rows(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return rows of length 1, zero-padded to (n, EMBEDDING_DIMENSIONS); zero rows stay zero.

    Padding with zeros changes neither lengths nor cosines. `rows` is at most as wide as the target.
    """
    count, width = rows.shape
    padded = np.zeros((count, EMBEDDING_DIMENSIONS), dtype=np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    np.divide(rows, lengths, out=padded[:, :width], where=lengths > 0)
    return padded


def scatter(rows: NDArray[np.float32], positions: Sequence[int], count: int) -> NDArray[np.float32]:
    """Return (count, EMBEDDING_DIMENSIONS) with `rows` at `positions` and zeros elsewhere."""
    spread = np.zeros((count, EMBEDDING_DIMENSIONS), dtype=np.float32)
    if len(positions):
        spread[list(positions)] = rows
    return spread
