"""Conversations over REST, and a model that says what a test scripts."""

import json

import pytest

from momo.platform.ai import AIConfig
from momo.platform.ai.fakes import FakeOpenAI
from tests.api import ROOT, session


class Talk:
    """One person's conversation, over REST."""

    def __init__(self, world, who):
        self.client = session(world, who)
        made = self.client.post(f"{ROOT}/conversations", {})
        assert made.status_code == 201, made.content
        self.id = made.json()["id"]
        self.at = f"{ROOT}/conversations/{self.id}"

    def ask(self, question, **body):
        response = self.client.post(f"{self.at}/ask", {"question": question, **body})
        assert response.status_code == 201, response.content
        return response.json()

    def stream(self, question):
        return self.client.post(
            f"{self.at}/ask", {"question": question}, headers={"Accept": "text/event-stream"}
        )

    @property
    def exchanges(self):
        """Oldest first."""
        return self.client.get(f"{self.at}/exchanges").json()["items"][::-1]

    @property
    def item(self):
        return self.client.get(self.at).json()

    def share(self):
        return self.client.post(f"{self.at}/share").json()["link"]


@pytest.fixture
def talk(world):
    return lambda who="owner": Talk(world, who)


@pytest.fixture
def model(settings):
    """A chat model; embeddings stay offline."""
    with FakeOpenAI() as fake:
        settings.MOMO_AI = AIConfig(
            base_url=fake.base_url, api_key="sk-test", embedding_model="", max_wait=0.01,
            max_attempts=1, timeout=2.0,
        )  # fmt: skip
        yield fake


def events_of(body):
    for block in body.strip().split("\n\n"):
        name, data = block.split("\n")
        yield name.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def read_shared(world, who, link):
    """What someone reads by a link, oldest first."""
    client = session(world, who)
    return client.get(f"{ROOT}/shared-conversations/{link}/exchanges").json()["items"][::-1]
