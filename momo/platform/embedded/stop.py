"""Stops a data folder's embedded servers: `python -m momo.platform.embedded.stop <folder>`."""

import sys
from pathlib import Path

from momo.platform.embedded.services import Services

if __name__ == "__main__":
    Services(Path(sys.argv[1])).stop()
