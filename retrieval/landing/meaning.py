"""What a query means, to compare stored vectors with."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pgvector import HalfVector


def uncalibrated(cosine: float) -> float:
    return min(1.0, max(0.0, cosine))


@dataclass(frozen=True, slots=True)
class Meaning:
    """A query's vector, shape (EMBEDDING_DIMENSIONS,), the model it is of, and how that model's
    cosines map to 0..1. Without a vector nothing is near the query."""

    model: str = ""
    vector: NDArray[np.float32] | None = None
    calibrate: Callable[[float], float] = uncalibrated

    @property
    def literal(self) -> str | None:
        """The vector as Postgres reads it."""
        return None if self.vector is None else HalfVector(self.vector).to_text()

    def similarity(self, cosine: float | None) -> float:
        """In 0..1; 0 for what has no vector, and for one without words (its cosine is NaN)."""
        return 0.0 if cosine is None or np.isnan(cosine) else self.calibrate(cosine)
