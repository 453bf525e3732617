"""How alike decisions must be: 0.65, as a cosine and calibrated."""

import numpy as np
import pytest
from pgvector import HalfVector

from decisions.models import MemoryEmbedding
from decisions.providers import providers
from lifecycle.compaction.neighbors import least_cosine
from lifecycle.compaction.run import compact
from lifecycle.compaction.tuning import SIMILARITY
from momo.platform.ai.calibration import ADA_002, TEXT_EMBEDDING_3
from tests.lifecycle.compaction.conftest import DATABASE


class Model:
    def __init__(self, calibrate):
        self.calibrate = calibrate


def test_it_is_the_cosine_itself_where_cosines_are_spread():
    assert SIMILARITY == 0.65
    assert least_cosine(providers().embeddings) == 0.65
    assert least_cosine(Model(TEXT_EMBEDDING_3)) == 0.65


def test_it_is_more_under_a_model_whose_cosines_are_never_low():
    least = least_cosine(Model(ADA_002))
    assert ADA_002(least) == pytest.approx(0.65, abs=1e-3)
    assert least > 0.8


@pytest.mark.usefixtures("small_teams_too")
@pytest.mark.parametrize(("cosine", "made"), [(0.64, 0), (0.66, 1)])
def test_decisions_of_a_cosine_of_065_to_the_center_are_a_cluster(world, decide, cosine, made):
    """Two at that cosine to the first, each to its own side: they are not alike themselves."""
    ids = decide(world, DATABASE)
    side = (1 - cosine**2) ** 0.5
    vectors = np.zeros((3, 1536), dtype=np.float32)
    vectors[:, 0] = [1, cosine, cosine]
    vectors[1:, 1] = [side, -side]
    with world.acting_as("owner"):
        for id_, vector in zip(ids, vectors, strict=True):
            MemoryEmbedding.objects.filter(memory_id=id_).update(embedding=HalfVector(vector))
    assert compact(world.scope("owner")).made == made
