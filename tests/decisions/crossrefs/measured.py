"""Vectors of a known likeness, a model to compare them, and the links that somebody sees."""

import random
from datetime import timedelta

import numpy as np

from momo.platform.ai import EMBEDDING_DIMENSIONS

MODEL = "measured"
DAY = timedelta(days=1)


class Halved:
    """An embedding model whose calibrated similarity is half the cosine."""

    model = MODEL

    def embed(self, texts):
        raise AssertionError("links are made from stored vectors")

    def calibrate(self, cosine):
        return max(0.0, cosine / 2)


def at(cosine: float) -> np.ndarray:
    """A unit vector of this cosine to the first axis."""
    vector = np.zeros(EMBEDDING_DIMENSIONS, dtype=np.float32)
    vector[:2] = cosine, (1 - cosine**2) ** 0.5
    return vector


def anywhere(dice: random.Random) -> np.ndarray:
    """A unit vector among few directions, so that all are more or less alike."""
    vector = np.zeros(EMBEDDING_DIMENSIONS, dtype=np.float32)
    vector[:4] = [dice.gauss(0.4, 1) for _ in range(4)]
    return vector / np.linalg.norm(vector)


def links_of(world, who):
    """(source, target) of the links that somebody sees, the strongest first."""
    from decisions.models import Edge, Memory

    with world.acting_as(who):
        title = dict(Memory.objects.values_list("id", "title"))
        edges = Edge.objects.filter(kind="SIMILAR").order_by("-weight")
        return [(title[e.src_memory_id], title[e.dst_memory_id]) for e in edges]
