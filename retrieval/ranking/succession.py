"""Succession: what replaced a decision answers a question about it. Pure."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from retrieval.landing.candidate import Candidate
from retrieval.tuning import SUCCESSOR_SHARE, SUPERSEDED_FACTOR

Floats = NDArray[np.float64]


def lifted(
    candidates: Sequence[Candidate], scores: Floats, superseded_factor: float = SUPERSEDED_FACTOR
) -> Floats:
    """The scores, shape (n,), in which a successor stands about where what it replaced would stand,
    did that still hold: who asks about the old provider is to hear of the new one.

    `superseded_factor` is what theirs were multiplied by. None becomes less. Of what was replaced
    again the last one rises with all before it.
    """
    if not any(each.successor for each in candidates):
        return scores
    places = {each.id: place for place, each in enumerate(candidates)}
    replaced = [
        (each.moment, place, places[each.successor])
        for place, each in enumerate(candidates)
        if each.successor in places
    ]
    raised = scores.copy()
    for _, place, successor in sorted(replaced):
        whole = raised[place] / superseded_factor * SUCCESSOR_SHARE
        if candidates[successor].superseded:
            whole *= superseded_factor
        raised[successor] = max(raised[successor], whole)
    return raised
