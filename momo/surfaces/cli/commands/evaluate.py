"""`momo eval`: measure how well Momo does, on data of your own or known to the field."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from decisions.extraction.evaluation import evaluate as measure
from momo.platform.tenancy.context import Scope
from momo.surfaces.cli import options, session
from momo.surfaces.cli.show import print_json, table
from retrieval import locomo as conversations
from retrieval.evaluation import KS, Asked, Recall, together
from retrieval.evaluation import measure as measure_recall
from retrieval.pipeline import search
from retrieval.results import Result
from retrieval.trial import Trial, trial


@click.group("eval")
def evaluate() -> None:
    """Measure quality. Nothing is stored."""


@evaluate.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@options.as_json
def extraction(file: Path, as_json: bool) -> None:
    """How well the offline extractor finds decisions in labelled segments.

    FILE has one JSON object a line: `text`, and `labels`, among which StateDecision states a
    decision, and that one, ProposeAction, Agreement and Disagreement lead to one.
    """
    try:
        scores = measure(file)
    except (ValueError, KeyError) as error:
        raise click.ClickException(f"{file} is not of that form: {error}") from None
    if as_json:
        print_json(scores)
        return
    table(
        "Offline extraction",
        ["question", "precision", "recall", "F1"],
        [
            (name.replace("_", " "), *(f"{score[k]:.3f}" for k in ("precision", "recall", "f1")))
            for name, score in scores.items()
            if isinstance(score, dict) and "f1" in score
        ],
    )


@evaluate.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--pooled", is_flag=True, help="All conversations in one team.")
@options.as_json
def locomo(file: Path, pooled: bool, as_json: bool) -> None:
    """How well search finds the turns that answer questions about long conversations.

    FILE is of the form of LoCoMo. Each conversation goes through the pipeline into a team of its
    own, which is erased afterwards. Questions without an answer are left out.
    """
    try:
        found = conversations.read(file)
    except (ValueError, KeyError, TypeError) as error:
        raise click.ClickException(f"{file} is not of that form: {error}") from None
    groups = [found] if pooled else [[each] for each in found]
    with session.ready():
        _show([_tried(group) for group in groups], as_json)


@evaluate.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@options.identity
@options.as_json
def retrieval(file: Path, team: str | None, email: str | None, as_json: bool) -> None:
    """How well search finds what your own questions should find.

    FILE has one JSON object a line: `question`, `expects` (ids of memories) and, if you like, a
    `category`.
    """
    try:
        questions = [_own_question(line) for line in file.read_text().splitlines() if line.strip()]
    except (ValueError, KeyError, TypeError) as error:
        raise click.ClickException(f"{file} is not of that form: {error}") from None
    with session.acting(team, email) as who:
        searching = _finding(who.scope, lambda result: str(result.id))
        _show([measure_recall(questions, searching, ks=KS)] if questions else [], as_json)


def _own_question(line: str) -> Asked:
    given = json.loads(line)
    return Asked(
        str(given["question"]),
        frozenset(map(str, given["expects"])),
        str(given.get("category", "")),
    )


def _tried(group: Sequence[conversations.Conversation]) -> Recall:
    with trial([record for each in group for record in each.records]) as team:
        questions = [question for each in group for question in each.questions]
        return measure_recall(questions, _finding(team.scope, _turn_in(team)), ks=KS)


def _turn_in(team: Trial) -> Callable[[Result], str]:
    """A turn is found by its observation, or by the decision that stands for it."""
    return lambda result: team.keys[result.source_item_id] if result.source_item_id else ""


def _finding(scope: Scope, key: Callable[[Result], str]) -> Callable[[str, int], list[str]]:
    return lambda question, k: [key(r) for r in search(scope, question, limit=k).results]


def _show(recalls: Sequence[Recall], as_json: bool) -> None:
    recalls = [each for each in recalls if each.questions]
    if not recalls:
        raise click.ClickException("There is no question with an answer in it.")
    whole = together(recalls)
    if as_json:
        print_json(_figures(whole))
        return
    table(
        f"{whole.questions} questions",
        ["category", *(f"recall@{k}" for k in KS)],
        [
            (name, *(f"{shares[k]:.3f}" for k in KS))
            for name, shares in [*whole.by_category.items(), ("all", whole.at)]
        ],
    )
    click.echo(f"p50 {whole.milliseconds(50):.1f} ms, p95 {whole.milliseconds(95):.1f} ms a search")


def _figures(recall: Recall) -> dict[str, Any]:
    return {
        "questions": recall.questions,
        **{f"recall_at_{k}": recall.at[k] for k in KS},
        "by_category": {
            name: {f"recall_at_{k}": shares[k] for k in KS}
            for name, shares in recall.by_category.items()
        },
        "p50_ms": recall.milliseconds(50),
        "p95_ms": recall.milliseconds(95),
    }
