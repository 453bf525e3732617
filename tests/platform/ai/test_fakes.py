import subprocess
import sys

import openai
import pytest
from jsonschema import Draft202012Validator

from momo.platform.ai.fakes.replies import smallest

SCHEMA = {
    "$defs": {"who": {"type": "object", "properties": {"n": {"type": "string", "minLength": 2}}}},
    "type": "object",
    "properties": {
        "kind": {"enum": ["a", "b"]},
        "due": {"type": ["string", "null"]},
        "people": {"type": "array", "items": {"$ref": "#/$defs/who"}, "minItems": 2},
        "size": {"anyOf": [{"type": "integer", "minimum": 3}, {"type": "null"}]},
        "done": {"type": "boolean"},
    },
    "required": ["kind", "due", "people", "size", "done"],
}


@pytest.fixture
def client(fake):
    with openai.OpenAI(base_url=fake.base_url, api_key="sk-test", max_retries=0) as client:
        yield client


def test_makes_up_a_small_answer_that_the_schema_allows():
    Draft202012Validator(SCHEMA).validate(smallest(SCHEMA, SCHEMA))


def test_speaks_to_the_openai_package(client):
    assert [model.id for model in client.models.list()] == ["fake"]
    chunks = client.chat.completions.create(
        model="m",
        messages=[{"role": "user", "content": "hi"}],
        stream=True,
        stream_options={"include_usage": True},
    )
    assert list(chunks)[-1].usage.total_tokens == 5
    assert len(client.embeddings.create(model="m", input="text").data[0].embedding) == 1536


def test_the_last_rule_that_matches_answers(fake, client):
    def ask(text):
        answer = client.chat.completions.create(
            model="m", messages=[{"role": "user", "content": text}]
        )
        return answer.choices[0].message.content

    fake.reply("general")
    fake.reply(lambda body: {"model": body["model"]}, pattern="(?i)cloud")
    assert ask("Which vendor?") == "general"
    assert ask("Which Cloud?") == '{"model": "m"}'


def test_refuses_empty_inputs_like_openai(client):
    with pytest.raises(openai.BadRequestError):
        client.embeddings.create(model="m", input=[""])


def test_runs_on_its_own(tmp_path):
    rules = tmp_path / "rules.json"
    rules.write_text('[{"pattern": "cloud", "reply": "AWS"}]')
    command = [sys.executable, "-m", "momo.platform.ai.fakes", "--rules", str(rules)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        url = process.stdout.readline().strip()
        with openai.OpenAI(base_url=url, api_key="sk-test", max_retries=0) as client:
            answer = client.chat.completions.create(
                model="m", messages=[{"role": "user", "content": "Which cloud?"}]
            )
        process.terminate()
    assert answer.choices[0].message.content == "AWS"
