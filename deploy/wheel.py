"""Refuses to build a wheel without what is made for it and is in no repository."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MADE = ("momo/surfaces/web/built/manifest.json", "momo/client/generated/__init__.py")


class MadeBeforeHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        missing = [each for each in MADE if not Path(self.root, each).exists()]
        if version != "editable" and missing:
            raise RuntimeError(f"{missing[0]} is not there. Run: make wheel")
