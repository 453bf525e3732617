"""Momo beside mem0 (https://github.com/mem0ai/mem0): same memories, questions and embeddings.

Both are asked in process and keep what they have in the same Postgres. Momo: every conversation of
LoCoMo goes through the pipeline into a team of its own; `search` embeds the question in process.
mem0: `Memory.add("speaker: text", infer=False)`, a user a conversation, in its pgvector store with
HNSW, in a database of its own; `Memory.search` asks a server on loopback for the same embedding, so
its time is given without that call as well. With the speaker beside the text instead of in it, it
finds less. MOMO_BENCH_LOCOMO names the file, MOMO_BENCH_CONVERSATIONS how many of its conversations
are taken.
"""

import importlib.util
import logging
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import psycopg
from django.db import connections
from numpy.typing import NDArray
from psycopg.conninfo import make_conninfo

from connectors import services
from connectors.contract import SourceRecord
from decisions.providers import providers
from momo.platform.ai.fakes import FakeOpenAI, vectors
from momo.platform.ai.fakes.handler import Handler
from retrieval.evaluation.locomo import Conversation, read
from retrieval.evaluation.measure import KS, MILLISECONDS, Recall, together
from retrieval.evaluation.measure import measure as ask
from retrieval.evaluation.trial import trial
from retrieval.pipeline import search
from tests.bench.figures import Figure

SHARED_DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
FILE = Path(os.environ.get("MOMO_BENCH_LOCOMO", SHARED_DATA / "locomo" / "dev.json"))
CONVERSATIONS = int(os.environ.get("MOMO_BENCH_CONVERSATIONS", "5"))
MISSING = "mem0 is not installed: .venv/bin/pip install -e '.[bench]'"


def measure() -> list[Figure]:
    if not FILE.is_file():
        return [Figure("questions", 0, "", f"no LoCoMo at {FILE}: MOMO_BENCH_LOCOMO names it", 0)]
    taken = read(FILE)[:CONVERSATIONS]
    providers().embeddings.embed(["Loads the model."])
    momo = together([_momo(each) for each in taken])
    note = f"{sum(len(each.records) for each in taken):,} memories, {len(taken)} conversations"
    figures = [Figure("questions", momo.questions, "", note, 0), *_figures("Momo", momo)]
    if not importlib.util.find_spec("mem0"):
        return [*figures, Figure("mem0: questions", 0, "", MISSING, 0)]
    with _mem0() as store:
        other = together([store.tried(each) for each in taken])
    spacy = "with" if importlib.util.find_spec("en_core_web_sm") else "without"
    aside = f"mem0 {version('mem0ai')}, {spacy} its spaCy model"
    return [*figures, *_figures("mem0", other, aside), *_beside(momo, other, store.embedding)]


def _momo(conversation: Conversation) -> Recall:
    with mock.patch.object(services, "wake"), trial(conversation.records) as team:

        def found(question: str, k: int) -> list[str]:
            results = search(team.scope, question, limit=k).results
            return [team.keys[each.source_item_id] for each in results if each.source_item_id]

        return ask(conversation.questions, found, ks=KS)


@dataclass
class _Mem0:
    """`embedding` has the seconds that each question waited for its embedding."""

    memory: Any
    embedding: list[float] = field(default_factory=list)

    def tried(self, conversation: Conversation) -> Recall:
        for record in conversation.records:
            self._add(conversation.name, record)
        with self.memory.vector_store._get_cursor(commit=True) as cursor:
            cursor.execute("ANALYZE")

        def found(question: str, k: int) -> list[str]:
            self.embedding.append(0)
            # No threshold: what it found is not thrown away.
            asked = {"top_k": k, "filters": {"user_id": conversation.name}, "threshold": 0.0}
            results = self.memory.search(question, **asked)["results"]
            return [each["metadata"]["turn"] for each in results]

        return ask(conversation.questions, found, ks=KS)

    def _add(self, user: str, record: SourceRecord) -> None:
        assert record.author
        text = f"{record.author.name}: {record.raw.decode()}"
        self.memory.add(text, user_id=user, metadata={"turn": record.external_id}, infer=False)

    def time_embedding(self) -> None:
        """Add what each call to the embedding server takes to the question it is for."""
        embeddings = self.memory.embedding_model.client.embeddings
        create = embeddings.create

        def timed(**request: Any) -> Any:
            started = time.perf_counter()
            answer = create(**request)
            if self.embedding:
                self.embedding[-1] += time.perf_counter() - started
            return answer

        embeddings.create = timed


@contextmanager
def _mem0() -> Iterator[_Mem0]:
    with tempfile.TemporaryDirectory() as folder, embedding_server() as url:
        # Read as it is imported: it reports to nobody, and keeps its history here.
        os.environ |= {"MEM0_TELEMETRY": "False", "MEM0_DIR": folder}
        logging.getLogger("mem0").setLevel(logging.ERROR)  # that spaCy is missing, a dozen times
        from mem0 import Memory

        server = {"api_key": "none", "openai_base_url": url}
        store = {"connection_string": _new_database(), "hnsw": True}
        made = Memory.from_config({
            "vector_store": {"provider": "pgvector", "config": store},
            "embedder": {"provider": "openai", "config": server},
            "llm": {"provider": "openai", "config": server},
        })  # fmt: skip
        mem0 = _Mem0(made)
        mem0.time_embedding()
        yield mem0
        made.vector_store.connection_pool.close()
        made.close()


@contextmanager
def embedding_server() -> Iterator[str]:
    """An OpenAI-compatible server on loopback with the embeddings that Momo itself uses."""

    def embed(text: str, dimensions: int) -> NDArray[np.float32]:
        row: NDArray[np.float32] = providers().embeddings.embed([text])[0]
        return row

    # Without waiting 40 ms to fill a packet, as Python's server does unless told otherwise.
    at_once = mock.patch.object(Handler, "disable_nagle_algorithm", True)
    with mock.patch.object(vectors, "embed", embed), at_once, FakeOpenAI() as server:
        yield server.base_url


def _new_database() -> str:
    """An empty one, as the owner. By its name it is dropped together with the benchmark's own."""
    parameters = connections["owner"].get_connection_params()
    parts = {
        key: parameters[key] for key in ("host", "port", "user", "password") if parameters.get(key)
    }
    name = f"momo_test_mem0_{os.getpid()}"
    with psycopg.connect(**parts, dbname="postgres", autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}"')
    return make_conninfo(**parts, dbname=name)


def _figures(who: str, recall: Recall, note: str = "") -> list[Figure]:
    timed = "embedding included"
    return [
        *(Figure(f"{who}: recall@{k}", share, "", note, 3) for k, share in recall.at.items()),
        *(Figure(f"{who}: p{p}", recall.milliseconds(p), "ms", timed, 2) for p in (50, 95)),
    ]


def _beside(momo: Recall, mem0: Recall, embedding: Sequence[float]) -> list[Figure]:
    waited = np.subtract([each.seconds for each in mem0.answered], embedding) * MILLISECONDS
    figures = [Figure("recall@10: of mem0", momo.at[10] / mem0.at[10], "times", "", 2)]
    for p in (50, 95):
        here, there = momo.milliseconds(p), float(np.percentile(waited, p))
        figures += [
            Figure(f"mem0: p{p} without embedding", there, "ms", "", 2),
            Figure(f"p{p}: of mem0", here / mem0.milliseconds(p), "times", "both embed", 2),
            Figure(f"p{p}: of mem0 without embedding", here / there, "times", "Momo embeds", 2),
        ]
    return figures
