"""python -m momo.clientgen docs/openapi.yaml [FOLDER]: write the client anew."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from momo.clientgen.models import bodies, models
from momo.clientgen.operations import all_of, operations
from momo.clientgen.types import Types

HERE = Path(__file__).resolve().parents[1] / "client"


def written(description: Any) -> dict[str, str]:
    """The modules' texts, by file name."""
    types = Types(description)
    asked = list(all_of(types, description))
    return {
        "models.py": models(types, types.reached_from(each for a in asked for each in a.answered)),
        "bodies.py": bodies(types, types.reached_from(each for a in asked for each in a.sent)),
        "operations.py": operations(types, description, awaited=False),
        "async_operations.py": operations(types, description, awaited=True),
    }


def write(source: Path, folder: Path) -> None:
    description = yaml.load(source.read_text(), Loader=yaml.CSafeLoader)
    paths = []
    for name, text in written(description).items():
        path = folder / name
        path.write_text(text)
        paths.append(str(path))
    ruff = Path(sys.executable).with_name("ruff")
    subprocess.run([ruff, "format", "--quiet", "--no-cache", *paths], check=True)  # noqa: S603


if __name__ == "__main__":
    write(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else HERE)
