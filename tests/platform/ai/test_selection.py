import subprocess
import sys

from momo.platform.ai import AIConfig
from momo.platform.ai.selection import chat, embeddings


def test_without_a_server_momo_works_offline():
    config = AIConfig()
    assert chat(config) is None
    assert embeddings(config).model == "wordllama-256"
    assert embeddings(config).embed(["a decision"]).any()


def test_a_key_alone_means_openai():
    config = AIConfig(api_key="sk-test")
    assert config.url == "https://api.openai.com/v1"
    provider = chat(config)
    assert provider is not None
    assert provider.model == "gpt-4o-mini"
    assert embeddings(config).model == "text-embedding-3-small"


def test_a_server_without_a_key_is_used_and_cached(fake, config):
    provider = embeddings(config(api_key=""))
    provider.embed(["a decision"])
    provider.embed(["a decision"])
    assert len(fake.requests) == 1
    assert embeddings(config(api_key="")) is provider


def test_either_half_can_be_switched_off(config):
    assert chat(config(chat_model="")) is None
    assert embeddings(config(embedding_model="")).model == "wordllama-256"


def test_the_key_does_not_show():
    assert "sk-test" not in repr(AIConfig(api_key="sk-test"))


def test_offline_use_does_not_import_the_openai_package():
    program = """
import sys
from momo.platform.ai import AIConfig
from momo.platform.ai.selection import chat, embeddings
chat(AIConfig()), embeddings(AIConfig())
assert "openai" not in sys.modules
"""
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0
