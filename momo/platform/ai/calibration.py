"""What a cosine means under each embedding model, on one scale.

A calibrated similarity of 0 is two texts no more alike than unrelated ones usually are, 0.5 is as
likely related as not, 1 is the same text; straight lines between. A logistic curve would fit the
measured odds a little better, but it flattens near 1, where duplicates must be told apart.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Calibration:
    """Two cosines of a model: `unrelated` maps to 0, `even` (even odds) to 0.5, 1 to 1."""

    unrelated: float
    even: float

    def __call__(self, cosine: float) -> float:
        """Return the similarity in 0..1, never falling as the cosine rises."""
        if cosine <= self.even:
            return max(0.0, 0.5 * (cosine - self.unrelated) / (self.even - self.unrelated))
        return min(1.0, 0.5 + 0.5 * (cosine - self.even) / (1.0 - self.even))


# Measured on 5 long conversations (2,632 pairs of neighbouring turns and 1,103 of a question and
# the turn that answers it, against as many pairs from different conversations):
# `python tests/platform/ai/measure_calibration.py`. `unrelated` is the median of the unrelated
# pairs, `even` the cosine where a logistic regression with even priors gives one half (AUC 0.83).
WORDLLAMA_256 = Calibration(unrelated=0.10, even=0.18)

# Estimates, not measurements, from what is published about the model: unrelated texts lie around
# 0.1, a question and a passage that answers it around 0.45.
TEXT_EMBEDDING_3 = Calibration(unrelated=0.10, even=0.28)
ADA_002 = Calibration(unrelated=0.70, even=0.78)  # estimate: its cosines rarely fall under 0.68

_BY_MODEL = {
    "wordllama-256": WORDLLAMA_256,
    "text-embedding-3-small": TEXT_EMBEDDING_3,
    "text-embedding-3-large": TEXT_EMBEDDING_3,
    "text-embedding-ada-002": ADA_002,
}


def calibration_for(model: str) -> Calibration:
    """Return the model's calibration; that of text-embedding-3 for models unknown to Momo."""
    return _BY_MODEL.get(model, TEXT_EMBEDDING_3)
