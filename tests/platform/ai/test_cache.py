from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from momo.platform.ai import EMBEDDING_DIMENSIONS, ProviderError
from momo.platform.ai.cache import CachedEmbeddings


class Counting:
    model = "counting"

    def __init__(self):
        self.calls = []

    def embed(self, texts):
        self.calls.append(list(texts))
        rows = np.zeros((len(texts), EMBEDDING_DIMENSIONS), dtype=np.float32)
        rows[:, 0] = [len(text) for text in texts]
        return rows

    def calibrate(self, cosine):
        return cosine


@pytest.fixture
def provider():
    return Counting()


def test_sends_only_what_is_missing_and_duplicates_once(provider):
    cached = CachedEmbeddings(provider)
    cached.embed(["a", "bb"])
    rows = cached.embed(["ccc", "a", "ccc", "dddd"])
    assert provider.calls == [["a", "bb"], ["ccc", "dddd"]]
    assert rows[:, 0].tolist() == [3, 1, 3, 4]


def test_forgets_the_least_recently_used(provider):
    cached = CachedEmbeddings(provider, size=2)
    cached.embed(["a", "bb"])
    cached.embed(["a"])
    cached.embed(["ccc"])
    cached.embed(["a", "bb"])
    assert provider.calls[-1] == ["bb"]


def test_answers_a_batch_larger_than_itself(provider):
    assert CachedEmbeddings(provider, size=1).embed(["a", "bb", "ccc"])[:, 0].tolist() == [1, 2, 3]


def test_a_caller_may_change_its_rows(provider):
    cached = CachedEmbeddings(provider)
    cached.embed(["a"])[:] = 9
    assert cached.embed(["a"])[0, 0] == 1


def test_remembers_nothing_of_a_failure(provider, monkeypatch):
    cached = CachedEmbeddings(provider)

    def fail(texts):
        raise ProviderError("down")

    with monkeypatch.context() as patch:
        patch.setattr(provider, "embed", fail)
        with pytest.raises(ProviderError):
            cached.embed(["a"])
    assert cached.embed(["a"])[0, 0] == 1


def test_an_empty_batch_is_an_empty_answer(provider):
    assert CachedEmbeddings(provider).embed([]).shape == (0, EMBEDDING_DIMENSIONS)
    assert provider.calls == []


def test_holds_under_many_threads(provider):
    cached = CachedEmbeddings(provider, size=5)
    texts = ["x" * n for n in range(1, 20)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda n: cached.embed(texts[n % 10 :])[0, 0], range(400)))
    assert found == [n % 10 + 1 for n in range(400)]
