import numpy as np
import pytest

from momo.platform.ai import EMBEDDING_DIMENSIONS, ProviderError
from momo.platform.ai.calibration import Calibration
from momo.platform.ai.fakes import Fault
from momo.platform.ai.openai_compatible import BATCH_INPUTS, OpenAIEmbeddings


def test_makes_one_unit_row_a_text(fake, config):
    rows = OpenAIEmbeddings(config()).embed(["We chose AWS", "lunch at noon"])
    assert rows.shape == (2, EMBEDDING_DIMENSIONS)
    assert rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    assert fake.requests[0].body["dimensions"] == EMBEDDING_DIMENSIONS


def test_texts_that_share_words_are_nearer(config):
    a, b, c = OpenAIEmbeddings(config()).embed(["we chose aws", "aws we chose now", "lunch"])
    assert a @ b > 0.8 > 0.2 > a @ c


def test_reads_plain_numbers_where_the_server_ignores_base64(fake, config, monkeypatch):
    from momo.platform.ai.fakes import vectors

    expected = OpenAIEmbeddings(config()).embed(["We chose AWS"])
    monkeypatch.setattr(vectors, "encoded", lambda vector, encoding: vector.tolist())
    np.testing.assert_allclose(OpenAIEmbeddings(config()).embed(["We chose AWS"]), expected)


def test_blank_texts_are_zero_rows_and_are_not_sent(fake, config):
    embeddings = OpenAIEmbeddings(config())
    assert not embeddings.embed(["", "  \n"]).any()
    assert embeddings.embed([]).shape == (0, EMBEDDING_DIMENSIONS)
    assert fake.requests == []
    rows = embeddings.embed(["", "We chose AWS", ""])
    assert fake.requests[0].body["input"] == ["We chose AWS"]
    assert [row.any() for row in rows] == [False, True, False]


def test_splits_what_is_too_much_for_one_request_and_keeps_the_order(fake, config):
    fake.script.dimensions = 4
    embeddings = OpenAIEmbeddings(config(embedding_model="small"))
    texts = [f"word{n % 7}" for n in range(BATCH_INPUTS + 10)]
    rows = embeddings.embed(texts)
    assert [len(request.body["input"]) for request in fake.requests] == [BATCH_INPUTS, 10]
    np.testing.assert_allclose(rows[0], rows[7 * 293], atol=1e-6)


def test_splits_by_size_too(fake, config):
    embeddings = OpenAIEmbeddings(config(embedding_input_tokens=1_000_000))
    embeddings.embed(["0" * 400_000] * 3)
    assert [len(request.body["input"]) for request in fake.requests] == [1, 1, 1]


def test_embeds_the_beginning_of_a_text_that_is_too_long(fake, config):
    OpenAIEmbeddings(config(embedding_input_tokens=10)).embed(["decide " * 100])
    assert 10 < len(fake.requests[0].body["input"][0]) < 80


def test_pads_shorter_vectors_without_changing_cosines(fake, config):
    fake.script.dimensions = 384
    rows = OpenAIEmbeddings(config(embedding_model="small")).embed(["one two", "one three"])
    assert not rows[:, 384:].any()
    assert "dimensions" not in fake.requests[0].body
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)


def test_refuses_longer_vectors(fake, config):
    fake.script.dimensions = 3072
    with pytest.raises(ProviderError, match="3072 dimensions") as caught:
        OpenAIEmbeddings(config(embedding_model="huge")).embed(["text"])
    assert not caught.value.retryable


def test_does_without_dimensions_where_the_server_refuses_them(fake, config):
    fake.refuse("dimensions")
    assert OpenAIEmbeddings(config()).embed(["text"]).any()


def test_retries_and_reports_usage(fake, config):
    used = []
    embeddings = OpenAIEmbeddings(config(), on_usage=lambda usage, purpose: used.append(purpose))
    fake.fail(Fault.SERVER_ERROR)
    embeddings.embed(["We chose AWS"])
    assert used == ["embed"]
    assert len(fake.requests) == 2


def test_calibrates_by_model_unless_told_otherwise(config):
    assert OpenAIEmbeddings(config()).calibrate(0.28) == pytest.approx(0.5)
    own = config(calibration=Calibration(unrelated=0.5, even=0.7))
    assert OpenAIEmbeddings(own).calibrate(0.7) == pytest.approx(0.5)


def test_explains_an_address_that_is_not_an_api(fake, config):
    fake.fail(Fault.NOT_AN_API)
    with pytest.raises(ProviderError, match="check"):
        OpenAIEmbeddings(config(max_attempts=1)).embed(["We chose AWS"])
