"""python -m momo.clientgen docs/openapi.yaml: write the part of the client that depends on it."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from momo.clientgen.models import HEAD, bodies, models
from momo.clientgen.operations import all_of, operations
from momo.clientgen.types import Types

FOLDER = Path(__file__).resolve().parents[1] / "client" / "generated"


def written(description: Any) -> dict[str, str]:
    """The modules' texts, by file name."""
    types = Types(description)
    asked = list(all_of(types, description))
    return {
        "__init__.py": HEAD,
        "models.py": models(types, types.reached_from(each for a in asked for each in a.answered)),
        "bodies.py": bodies(types, types.reached_from(each for a in asked for each in a.sent)),
        "operations.py": operations(types, description, awaited=False),
        "async_operations.py": operations(types, description, awaited=True),
    }


def write(source: Path) -> None:
    description = yaml.load(source.read_text(), Loader=yaml.CSafeLoader)
    FOLDER.mkdir(exist_ok=True)
    paths = []
    for name, text in written(description).items():
        path = FOLDER / name
        path.write_text(text)
        paths.append(str(path))
    ruff = Path(sys.executable).with_name("ruff")
    subprocess.run([ruff, "format", "--quiet", "--no-cache", *paths], check=True)  # noqa: S603


if __name__ == "__main__":
    write(Path(sys.argv[1]))
