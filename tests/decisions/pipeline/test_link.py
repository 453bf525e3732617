"""Links between like memories as the pipeline makes them."""

from datetime import timedelta

import numpy as np
import pytest

from decisions import crossrefs
from decisions.extraction.rules import RulesExtractor
from decisions.models import Edge, Memory
from momo.platform.ai import EMBEDDING_DIMENSIONS
from tests.decisions.pipeline.feeding import WHEN, note, take_in

TOPICS = ("bills", "the bills", "old bills", "new bills", "our bills", "all bills", "bills, too")


class LikeWords:
    """Texts are as alike as they have letters in common."""

    model = "letters"

    def embed(self, texts):
        vectors = np.zeros((len(texts), EMBEDDING_DIMENSIONS), dtype=np.float32)
        for row, text in enumerate(texts):
            np.add.at(vectors[row], [ord(letter) % 256 for letter in text], 1)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def calibrate(self, cosine):
        return max(0.0, cosine)


@pytest.fixture(autouse=True)
def alike(monkeypatch, use_extractor):
    class Models:
        embeddings = LikeWords()

    use_extractor(RulesExtractor(), LikeWords())
    monkeypatch.setattr(crossrefs, "providers", Models)


def said(topic):
    when = WHEN + timedelta(days=TOPICS.index(topic))
    return note(topic, f"We decided to use Postgres for {topic}.", occurred_at=when)


def links(world, who):
    with world.acting_as(who):
        quote = dict(Memory.objects.values_list("id", "quote"))
        edges = Edge.objects.filter(kind="SIMILAR")
        return {(quote[e.src], quote[e.dst], round(e.weight, 6)) for e in edges}


def test_links_do_not_depend_on_the_order_of_arrival_nor_on_batches(world):
    take_in(world, "owner", *map(said, TOPICS))
    for topic in reversed(TOPICS):
        take_in(world, "stranger", said(topic))
    assert links(world, "owner") == links(world, "stranger")
    assert len(links(world, "owner")) == 0 + 1 + 2 + 3 + 4 + 5 + 5


def test_links_follow_an_edit_at_the_source(world):
    take_in(world, "owner", *map(said, TOPICS))
    before = links(world, "owner")
    changed = note("bills", "Thanks.", occurred_at=WHEN)
    take_in(world, "owner", changed)
    left = {link for link in before if "for bills." not in link[1]}
    assert left < links(world, "owner")
    assert len(links(world, "owner")) == 0 + 1 + 2 + 3 + 4 + 5
    take_in(world, "owner", said("bills"))
    assert links(world, "owner") == before


def test_messages_are_not_linked(world):
    take_in(world, "owner", note("a", "The bills are here."), note("b", "The bills are there."))
    assert links(world, "owner") == set()
