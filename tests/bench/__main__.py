"""`python -m tests.bench [name ...]`: measure, print a table, and with --json keep the figures."""

import argparse
import json
import os
import platform
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.bench.figures import Figure

CHECKOUT = Path(__file__).resolve().parent.parent.parent
os.environ.setdefault("MOMO_DATA_DIR", str(CHECKOUT / "data" / "bench"))
os.environ.setdefault("MOMO_LOG_LEVEL", "WARNING")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "momo.settings")


# What the targets are stated for: hours, and tens of GB of disk. A size that is set already stays.
FULL = {
    "MOMO_BENCH_MEMORIES": "1000000",
    "MOMO_BENCH_GROWTH": "1000,10000,100000,1000000",
    "MOMO_BENCH_NEIGHBOR": "500000",
}


def main() -> None:
    import django

    parser = _parser()
    chosen = parser.parse_args()
    if chosen.full:
        os.environ |= FULL | os.environ
    django.setup()
    from tests.bench.registry import BENCHMARKS

    if unknown := set(chosen.names) - set(BENCHMARKS):
        known = ", ".join(BENCHMARKS)
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}: try {known}")
    with _servers():
        results = {name: _alone(BENCHMARKS[name]) for name in chosen.names or BENCHMARKS}
    for name, figures in results.items():
        _print_table(name, figures)
    if chosen.json:
        machine = {"cores": os.cpu_count(), "python": platform.python_version()}
        found = {name: [figure.as_dict() for figure in each] for name, each in results.items()}
        chosen.json.write_text(json.dumps({"machine": machine, "results": found}, indent=2) + "\n")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help="of a benchmark; all by default")
    parser.add_argument("--full", action="store_true", help="at the sizes of the targets: hours")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    return parser


@contextmanager
def _servers() -> Iterator[None]:
    from django.conf import settings

    from momo.platform.embedded import Services

    with Services(settings.DATA_DIR, settings.URLS).session():
        yield


def _alone(measure: Callable[[], Sequence[Figure]]) -> Sequence[Figure]:
    """Measure in a throwaway database of its own, as durable as the product's."""
    from django.db import connections

    from retrieval import lines
    from tests.databases import TestDatabase

    with TestDatabase.of_this_worker():
        name = connections["owner"].settings_dict["NAME"]
        with connections["owner"].cursor() as cursor:
            cursor.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = on')
        connections.close_all()
        try:
            return measure()
        finally:
            lines.close()
            connections.close_all()


def _print_table(name: str, figures: Sequence[Figure]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("what", "value", "unit", "note", title=name, title_justify="left")
    for figure in figures:
        table.add_row(figure.what, f"{figure.value:,.{figure.digits}f}", figure.unit, figure.note)
    Console(width=120, markup=False).print(table)


if __name__ == "__main__":
    main()
