"""Succession: what replaced a decision answers a question about it. Pure."""

import numpy as np
from numpy.typing import NDArray

from retrieval.landing.candidate import Candidates
from retrieval.tuning import SUCCESSOR_SHARE, SUPERSEDED_FACTOR

Floats = NDArray[np.float64]


def lifted(
    candidates: Candidates, scores: Floats, superseded_factor: float = SUPERSEDED_FACTOR
) -> Floats:
    """The scores, shape (n,), in which a successor stands about where what it replaced would stand,
    did that still hold: who asks about the old provider is to hear of the new one.

    `superseded_factor` is what theirs were multiplied by. None becomes less. Of what was replaced
    again the last one rises with all before it.
    """
    superseded = candidates.superseded
    if not superseded.any():
        return scores
    places = {key: place for place, key in enumerate(candidates.keys.tolist())}
    successors = candidates.numbers["successor_key"].tolist()
    moments = candidates.numbers["moment"].tolist()
    replaced = [
        (moments[place], place, places[successors[place]])
        for place in np.flatnonzero(superseded).tolist()
        if successors[place] in places
    ]
    raised = scores.copy()
    for _, place, successor in sorted(replaced):
        whole = raised[place] / superseded_factor * SUCCESSOR_SHARE
        if superseded[successor]:
            whole *= superseded_factor
        raised[successor] = max(raised[successor], whole)
    return raised
