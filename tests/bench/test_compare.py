"""What mem0 is compared by is what Momo itself goes by."""

import numpy as np


def test_the_server_embeds_as_momo_does():
    from openai import OpenAI

    from decisions.providers import providers
    from tests.bench.compare import embedding_server

    text = "Jane: we chose Postgres"
    with embedding_server() as url, OpenAI(api_key="none", base_url=url) as client:
        asked = {"model": "any", "input": [text], "encoding_format": "float"}
        (answer,) = client.embeddings.create(**asked).data
    assert np.allclose(answer.embedding, providers().embeddings.embed([text])[0])
