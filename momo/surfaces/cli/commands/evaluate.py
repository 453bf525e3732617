"""`momo eval`: measure how well Momo does, on data of your own or known to the field."""

from pathlib import Path

import click

from decisions.extraction.evaluation import evaluate as measure
from momo.surfaces.cli import options
from momo.surfaces.cli.show import print_json, table


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
