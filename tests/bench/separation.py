"""Whether two samples of times can be told apart. Pure."""

import numpy as np
from numpy.typing import NDArray

ONE_PERCENT = 1.628  # Kolmogorov-Smirnov's constant for an error of 1%

Sample = NDArray[np.float64]


def apart(a: Sample, b: Sample) -> float:
    """The two-sample Kolmogorov-Smirnov distance: the largest between their distributions, 0..1."""
    at = np.concatenate([a, b])
    return float(np.abs(_share_up_to(a, at) - _share_up_to(b, at)).max())


def _share_up_to(sample: Sample, at: Sample) -> Sample:
    return np.searchsorted(np.sort(sample), at, side="right") / sample.size


def alike_below(a: int, b: int) -> float:
    """The distance that samples of these sizes from one distribution exceed once in a hundred."""
    return float(ONE_PERCENT * np.sqrt((a + b) / (a * b)))


def told(a: Sample, b: Sample) -> float:
    """How often one of `b` is larger than one of `a`, equal ones half: the area under the ROC curve
    of telling them apart by size. 0.5 where nothing is learned."""
    ordered = np.sort(a)
    below, up_to = (np.searchsorted(ordered, b, side=side) for side in ("left", "right"))
    return float((below + up_to).mean() / (2 * a.size))
