"""`python -m tests.bench [name ...]`: measure, print a table, and with --json keep the figures."""

import argparse
import json
import os
import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.bench.figures import Figure

CHECKOUT = Path(__file__).resolve().parent.parent.parent
os.environ.setdefault("MOMO_DATA_DIR", str(CHECKOUT / "data" / "bench"))
os.environ.setdefault("MOMO_LOG_LEVEL", "WARNING")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "momo.settings")


def main() -> None:
    import django

    django.setup()
    from tests.bench.registry import BENCHMARKS

    chosen = _arguments(sorted(BENCHMARKS))
    with _database():
        results = {name: BENCHMARKS[name]() for name in chosen.names or BENCHMARKS}
    for name, figures in results.items():
        _print_table(name, figures)
    if chosen.json:
        machine = {"cores": os.cpu_count(), "python": platform.python_version()}
        found = {name: [figure.as_dict() for figure in each] for name, each in results.items()}
        chosen.json.write_text(json.dumps({"machine": machine, "results": found}, indent=2) + "\n")


def _arguments(names: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=f"of: {', '.join(names)}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    chosen = parser.parse_args()
    if unknown := set(chosen.names) - set(names):
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}: try {', '.join(names)}")
    return chosen


@contextmanager
def _database() -> Iterator[None]:
    """A throwaway database on the embedded servers, as durable as the product's own."""
    from django.conf import settings
    from django.db import connections

    from momo.platform.embedded import Services
    from tests.databases import TestDatabase

    with Services(settings.DATA_DIR, settings.URLS).session(), TestDatabase.of_this_worker():
        name = connections["owner"].settings_dict["NAME"]
        with connections["owner"].cursor() as cursor:
            cursor.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = on')
        connections.close_all()
        yield
        connections.close_all()


def _print_table(name: str, figures: Sequence[Figure]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("what", "value", "unit", "note", title=name, title_justify="left")
    for figure in figures:
        table.add_row(figure.what, f"{figure.value:,.{figure.digits}f}", figure.unit, figure.note)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
