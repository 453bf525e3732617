"""A team's own questions: how they are written, and what each expectation stands for."""

import json

import pytest
import yaml
from click.testing import CliRunner

from retrieval.evaluation import question_sets
from retrieval.evaluation.measure import Answered
from retrieval.evaluation.question_sets import OwnQuestion, key_of

QUESTION = {"question": "Which database?", "expects": ["Chose Postgres"], "category": "which"}


@pytest.mark.parametrize("name", ["q.yaml", "q.yml", "q.jsonl", "q.json", "questions"])
def test_questions_are_a_yaml_list_or_one_json_object_a_line(tmp_path, name):
    path = tmp_path / name
    is_yaml = path.suffix.startswith(".y")
    lines = yaml.safe_dump([QUESTION]) if is_yaml else f"\n{json.dumps(QUESTION)}\n\n"
    path.write_text(lines)
    assert question_sets.read(path) == [
        OwnQuestion("Which database?", ("Chose Postgres",), "which")
    ]


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ("question: lonely", "a list"),
        ("- question: a\n  expects: [b]\n- question: c", "question 2"),
        ("- question: a\n  expects: b", "question 1"),
        ("- question: a\n  expects: ['']", "question 1"),
        ("- question: a\n  expects: [[]]", "question 1"),
        ("- question: a\n  expects: [[b, 1]]", "question 1"),
        ("- question: [a]\n  expects: [b]", "question 1"),
        ("- text", "question 1"),
        ("- 'unclosed", "unclosed"),
    ],
)
def test_what_is_wrong_with_a_question_is_said(tmp_path, written, complaint):
    path = tmp_path / "q.yaml"
    path.write_text(written)
    with pytest.raises(ValueError, match=complaint):
        question_sets.read(path)


@pytest.mark.parametrize("written", ["", "# nothing yet\n"])
def test_an_empty_file_has_no_questions(tmp_path, written):
    path = tmp_path / "q.yaml"
    path.write_text(written)
    assert question_sets.read(path) == []


@pytest.fixture
def resolve(world):
    def run(*expects, who="owner"):
        with world.acting_as(who):
            (asked,) = question_sets.resolve([OwnQuestion("?", expects)])
        return asked.finds

    return run


def test_an_expectation_is_an_id_or_words_of_one_memory(remember, resolve):
    memory = remember("Chose Postgres", "The database\nfor billing.", quote="We go with it.")
    remember("Chose Redis", "The cache for billing.")
    for expected in (str(memory.id), "chose postgres", "database for  billing", "go with it"):
        assert resolve(expected) == {key_of(memory.id, None)}


def test_of_what_says_the_same_one_is_enough(world, remember):
    first, second = remember("Chose Postgres"), remember("Postgres it is")
    expected = OwnQuestion("?", (("Chose Postgres", "Postgres it is"),))
    with world.acting_as("owner"):
        (asked,) = question_sets.resolve([expected])
    for memory in (first, second):
        assert Answered(asked, (key_of(memory.id, None),), 0.1).share(1) == 1
    assert Answered(asked, ("another",), 0.1).share(1) == 0


@pytest.mark.parametrize(
    ("expected", "complaint"), [("for billing", "2 messages"), ("Chose Oracle", "no memory")]
)
def test_words_of_several_memories_or_of_none_are_refused(remember, resolve, expected, complaint):
    remember("Chose Postgres", "The database for billing.")
    remember("Chose Redis", "The cache for billing.")
    with pytest.raises(ValueError, match=complaint):
        resolve(expected)


def test_what_one_may_not_see_one_cannot_expect(remember, resolve):
    memory = remember("Agreed the salary", who="private_owner", visibility="private")
    secret = remember("The door code", who="private_owner", visibility="secret")
    assert resolve("Agreed the salary", who="private_owner")
    for who, expected in (
        ("teammate", "Agreed the salary"),
        ("teammate", str(memory.id)),
        ("stranger", str(memory.id)),
        ("private_owner", str(secret.id)),
    ):
        with pytest.raises(ValueError, match="no memory"):
            resolve(expected, who=who)


@pytest.fixture
def mail(world, tmp_path):
    """A mail that states a decision, brought in; its Message-ID."""
    from connectors.registry import FILE_CONNECTORS
    from connectors.services import ingest
    from decisions.pipeline.drain import drain_team
    from tests.mailbox import mail, write_mbox

    text = "Long talk. We decided to use Postgres because it restores well. See you."
    said = mail(1, text=text, Subject="Databases", **{"Message-ID": "<one@momo.example>"})
    scope = world.scope("owner")
    ingest(scope, FILE_CONNECTORS["mbox"], write_mbox(tmp_path / "a.mbox", [said]))
    drain_team(scope.team_id)
    return "one@momo.example"


def test_whatever_stands_for_a_message_is_that_message(world, mail, resolve):
    from decisions.models import Memory

    with world.acting_as("owner"):
        memories = list(Memory.objects.all())
    assert {memory.kind for memory in memories} == {"observation", "decision"}
    expected = [mail, "We decided to use Postgres", *(str(memory.id) for memory in memories)]
    assert len({key for each in expected for key in resolve(each)}) == 1


def test_the_command_measures_a_file_of_ones_own(world, mail, tmp_path):
    from momo.surfaces.cli.main import run

    def momo(*arguments):
        env = {"MOMO_TEAM": world.team.slug, "MOMO_USER": world.owner.email}
        return CliRunner().invoke(run, [str(each) for each in arguments], env=env)

    path = tmp_path / "questions.yaml"
    path.write_text(f"- question: Which database do we use?\n  expects: [{mail}]\n  category: what")
    figures = json.loads(momo("eval", "retrieval", path, "--json").output)
    assert (figures["questions"], figures["recall_at_10"]) == (1, 1.0)
    assert set(figures["by_category"]) == {"what"}
    path.write_text("- question: Which cache?\n  expects: [Chose Redis]")
    refused = momo("eval", "retrieval", path)
    assert refused.exit_code == 1
    assert "“Chose Redis”" in refused.output
