"""`momo eval`: measure how well Momo does, on data of your own or known to the field."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from decisions.extraction.evaluation import evaluate as measure
from decisions.models import Kind
from lifecycle.reconcile import evaluation as supersessions
from momo.platform.tenancy.context import Scope, acting_as
from momo.surfaces.cli import extraction_tables, options, session
from momo.surfaces.cli.show import print_json, table
from momo.surfaces.demo import accuracy
from retrieval.evaluation import locomo as conversations
from retrieval.evaluation import question_sets
from retrieval.evaluation.ablation import WHOLE, Finding, Variant, joined, measured, variants
from retrieval.evaluation.measure import KS, STAND_IN, Asked, Recall
from retrieval.evaluation.trial import Trial, trial
from retrieval.pipeline import search
from retrieval.results import Result


@click.group("eval")
def evaluate() -> None:
    """Measure quality. Nothing is stored."""


@evaluate.command()
@click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False
)
@click.option("--demo", is_flag=True, help="On the demo team's decisions instead of a FILE.")
@options.as_json
def extraction(file: Path | None, demo: bool, as_json: bool) -> None:
    """How well the offline extractor finds decisions in labelled segments, or in the demo.

    FILE has one JSON object a line: `text`, and `labels`, among which StateDecision states a
    decision, and that one, ProposeAction, Agreement and Disagreement lead to one. With `sid`,
    segments of near numbers are held together in cross-validation. --demo counts which types of
    decision are taken for which others.
    """
    if demo == bool(file):
        raise click.UsageError("Give either a FILE of labelled segments or --demo.")
    if file is None:
        found = accuracy.measure()
        print_json(asdict(found)) if as_json else extraction_tables.of_demo(found)
        return
    try:
        scores = measure(file)
    except (ValueError, KeyError) as error:
        raise click.ClickException(f"{file} is not of that form: {error}") from None
    print_json(scores) if as_json else extraction_tables.of_segments(scores)


@evaluate.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("pairs", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--marks", type=click.Path(dir_okay=False, path_type=Path), help="Write marks here.")
@options.as_json
def supersession(file: Path, pairs: Path, marks: Path | None, as_json: bool) -> None:
    """How well it is found which decisions were replaced.

    FILE has one JSON object a line: `number`, `title`, `authors`, `created` and `abstract`. PAIRS
    is a JSON list of [older, newer] numbers, known to have been replaced. All are stated in a team
    of their own, erased afterwards. --marks writes what was marked, to be read and judged.
    """
    try:
        proposals, known = supersessions.read(file, pairs)
    except (ValueError, KeyError, TypeError) as error:
        raise click.ClickException(f"{file} or {pairs} is not of that form: {error}") from None
    with session.ready():
        figures = supersessions.measure(proposals, known)
    if marks:
        lines = (json.dumps(asdict(mark), ensure_ascii=False) for mark in figures.marks)
        marks.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    if as_json:
        print_json(figures.as_json())
        return
    table(
        f"{figures.known_pairs} known pairs among {figures.proposals}",
        ["question", "figure"],
        [
            ("older one among the candidates", f"{figures.candidate_recall:.3f}"),
            ("marked as replaced", str(figures.marked)),
            ("of these known", str(figures.true_marked)),
            ("others for each known one", f"{figures.false_per_true:.2f}"),
        ],
    )


def _varied(command: Callable[..., None]) -> Callable[..., None]:
    """What is searched with: `--backend`, `--graph`, `--without` and `--ablate`."""
    ablate = click.option("--ablate", is_flag=True, help="Also with one part changed at a time.")
    return options.how(options.without(ablate(command)))


def _variants(given: dict[str, Any]) -> dict[str, Variant]:
    base = Variant(given["backend"], given["graph"], frozenset(given["off"]))
    return variants(base) if given["ablate"] else {WHOLE: base}


@evaluate.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--pooled", is_flag=True, help="All conversations in one team.")
@_varied
@options.as_json
def locomo(file: Path, pooled: bool, as_json: bool, **given: Any) -> None:
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
        _show([_tried(group, _variants(given)) for group in groups], as_json)


@evaluate.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_varied
@options.identity
@options.as_json
def retrieval(file: Path, team: str | None, email: str | None, as_json: bool, **given: Any) -> None:
    """How well search finds what your own questions should find.

    FILE is a YAML list, or has one JSON object a line: `question`, `expects` (ids of memories or
    messages, or words that stand in them) and, if you like, a `category`.
    """
    with session.acting(team, email) as who:
        finding = _finding(who.scope, question_sets.key_of_result)
        questions = _own_questions(file, who.scope)
        _show([measured(questions, finding, _variants(given), ks=KS)], as_json)


def _own_questions(file: Path, scope: Scope) -> list[Asked]:
    try:
        questions = question_sets.read(file)
        with acting_as(scope.team_id, scope.principal_id):
            return question_sets.resolve(questions)
    except ValueError as error:
        raise click.ClickException(f"{file}: {error}.") from None


def _tried(
    group: Sequence[conversations.Conversation], tried: dict[str, Variant]
) -> dict[str, Recall]:
    with trial([record for each in group for record in each.records]) as team:
        questions = [question for each in group for question in each.questions]
        return measured(questions, _finding(team.scope, _turn_in(team)), tried, ks=KS)


def _turn_in(team: Trial) -> Callable[[Result], str]:
    """A turn is found by its observation, or by the decision that stands for it."""

    def turn(result: Result) -> str:
        key = team.keys[result.source_item_id] if result.source_item_id else ""
        return key if result.kind == Kind.OBSERVATION else f"{STAND_IN}{key}"

    return turn


def _finding(scope: Scope, key: Callable[[Result], str]) -> Finding:
    def finding(how: Variant) -> Callable[[str, int], list[str]]:
        asked = asdict(how)
        return lambda question, k: [
            key(result) for result in search(scope, question, limit=k, **asked).results
        ]

    return finding


def _show(groups: Sequence[Mapping[str, Recall]], as_json: bool) -> None:
    groups = [group for group in groups if group[WHOLE].questions]
    if not groups:
        raise click.ClickException("There is no question with an answer in it.")
    by_variant = joined(groups)
    whole = by_variant.pop(WHOLE)
    if as_json:
        ablation = {name: _figures(recall) for name, recall in by_variant.items()}
        print_json(_figures(whole) | ({"ablation": ablation} if ablation else {}))
        return
    table(
        f"{whole.questions} questions",
        ["category", *(f"recall@{k}" for k in KS)],
        [
            (name, *(f"{shares[k]:.3f}" for k in KS))
            for name, shares in [*whole.by_category.items(), ("all", whole.at), *_strict(whole)]
        ],
    )
    click.echo(f"p50 {whole.milliseconds(50):.1f} ms, p95 {whole.milliseconds(95):.1f} ms a search")
    if by_variant:
        _show_ablation(whole, by_variant)


def _strict(recall: Recall) -> list[tuple[str, dict[int, float]]]:
    """The shares found without anything that stands for it, where that makes a difference."""
    return [] if recall.strict == recall.at else [("without decisions", recall.strict)]


def _show_ablation(whole: Recall, by_variant: Mapping[str, Recall]) -> None:
    table(
        "One part changed at a time",
        ["variant", *(f"recall@{k}" for k in KS), *(f"change@{k}" for k in KS), "p50 ms"],
        [
            (
                name,
                *(f"{recall.at[k]:.3f}" for k in KS),
                *(f"{recall.at[k] - whole.at[k]:+.3f}" for k in KS),
                f"{recall.milliseconds(50):.1f}",
            )
            for name, recall in by_variant.items()
        ],
    )


def _figures(recall: Recall) -> dict[str, Any]:
    return {
        "questions": recall.questions,
        **{f"recall_at_{k}": recall.at[k] for k in KS},
        "by_category": {
            name: {f"recall_at_{k}": shares[k] for k in KS}
            for name, shares in recall.by_category.items()
        },
        "strict": {f"recall_at_{k}": recall.strict[k] for k in KS},
        "p50_ms": recall.milliseconds(50),
        "p95_ms": recall.milliseconds(95),
    }
