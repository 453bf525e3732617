import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from momo.platform.ai import EMBEDDING_DIMENSIONS
from momo.platform.ai.offline import WordLlamaEmbeddings


@pytest.fixture(scope="module")
def offline():
    return WordLlamaEmbeddings()


def test_makes_padded_unit_rows(offline):
    rows = offline.embed(["We chose AWS over GCP", "Lunch is at noon"])
    assert rows.shape == (2, EMBEDDING_DIMENSIONS)
    assert rows.dtype == np.float32
    assert not rows[:, 256:].any()
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)


def test_agrees_with_the_package_itself(offline):
    import wordllama

    texts = ["We chose AWS over GCP", "ok", "日本 🙂"]
    package = Path(wordllama.__file__).parent
    model = wordllama.WordLlama.load(cache_dir=package, disable_download=True)
    theirs = model.embed(texts, norm=True)
    np.testing.assert_allclose(offline.embed(texts)[:, :256], theirs, atol=1e-5)


def test_related_texts_are_nearer(offline):
    question, answer, other = offline.embed(
        ["Which cloud did we choose?", "We picked AWS as our cloud provider", "Lunch is at noon"]
    )
    assert offline.calibrate(question @ answer) > 0.5 > offline.calibrate(question @ other)


def test_blank_texts_are_zero_rows(offline):
    assert not offline.embed(["", " \n"]).any()
    assert offline.embed([]).shape == (0, EMBEDDING_DIMENSIONS)
    assert [row.any() for row in offline.embed(["", "a decision", " "])] == [False, True, False]


def test_a_text_has_one_vector_whatever_it_is_batched_with(offline):
    alone = offline.embed(["a decision"])
    batched = offline.embed(["a decision", "a far longer text about another matter " * 200])
    np.testing.assert_array_equal(alone[0], batched[0])


def test_many_threads_may_share_it():
    texts = [f"decision number {n}" for n in range(64)]
    with ThreadPoolExecutor(8) as pool:
        rows = list(pool.map(lambda _: WordLlamaEmbeddings().embed(texts), range(16)))
    assert all((row == rows[0]).all() for row in rows)


def test_embeds_a_batch_of_64_fast_enough_for_a_question(offline):
    texts = [f"{n}: we will go with the second option and revisit it in May" for n in range(64)]
    offline.embed(texts)
    start = time.perf_counter()
    offline.embed(texts)
    assert time.perf_counter() - start < 0.1


def test_loading_leaves_logging_alone_and_needs_no_network():
    program = """
import logging, socket
def refuse(*args, **kwargs): raise AssertionError("network")
socket.socket.connect = refuse
from momo.platform.ai.offline import WordLlamaEmbeddings
assert WordLlamaEmbeddings().embed(["a decision"]).any()
assert logging.getLogger().handlers == [] and logging.getLogger().level == logging.WARNING
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
