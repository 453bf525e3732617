"""How `momo eval extraction` shows its figures."""

from collections.abc import Mapping

import click

from decisions.extraction.evaluation import Certainty, ExtractionScores, Filtered, Score
from decisions.extraction.evaluation.confusion import NONE
from momo.surfaces.cli.show import table
from momo.surfaces.demo.accuracy import DemoAccuracy


def of_segments(scores: ExtractionScores) -> None:
    """Scores, confidence and the noise filter on labelled segments."""
    fitted = scores["cross_validated"]
    unseen = f"across {fitted['groups']} conversations, {fitted['folds']} folds"
    _scores(
        "Offline extraction",
        {
            "states a decision": scores["states_decision"],
            f"  cues proven elsewhere, {unseen}": fitted["states_decision"],
            "leads to a decision": scores["leads_to_decision"],
            f"  fitted elsewhere, {unseen}": fitted["leads_to_decision"],
        },
    )
    click.echo(f"Decisions in {scores['false_decisions']:.1%} of the segments that have none.")
    _confidence(scores["confidence"])
    _noise(scores["noise_filter"])


def of_demo(found: DemoAccuracy) -> None:
    """Which types were taken for which, on the demo team."""
    counts = found.confusion
    kinds = list(counts.matrix)
    table(
        "Rows: stated. Columns: found.",
        ["", *(kind[:6] for kind in kinds)],
        [
            (stated, *(str(row[kind] or "") for kind in kinds))
            for stated, row in counts.matrix.items()
        ],
    )
    _scores("By type", counts.by_type)
    click.echo(
        f"{counts.found} of {counts.stated} stated decisions found, {counts.right} with their type;"
        f" {sum(counts.matrix[NONE].values())} others."
    )
    _confidence(found.confidence)
    _noise(found.noise_filter)


def _scores(title: str, by_name: Mapping[str, Score]) -> None:
    table(
        title,
        ["question", "precision", "recall", "F1"],
        [(name, *_figures(score)) for name, score in by_name.items()],
    )


def _figures(score: Score) -> tuple[str, ...]:
    return f"{score['precision']:.3f}", f"{score['recall']:.3f}", f"{score['f1']:.3f}"


def _confidence(by_name: Mapping[str, Certainty]) -> None:
    table(
        "By confidence",
        ["confidence", "found", "right"],
        [(name, str(each["found"]), f"{each['right']:.3f}") for name, each in by_name.items()],
    )


def _noise(kept: Filtered) -> None:
    click.echo(
        f"Noise filter: {kept['recall']:.1%} of {kept['decisions']} messages with a decision pass,"
        f" {kept['noise_kept_out']:.1%} of {kept['noise']} without are kept out."
    )
