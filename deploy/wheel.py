"""Refuses to build a wheel without the web client's built files, which are in no repository."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUILT = "momo/surfaces/web/built/manifest.json"


class BuiltClientHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable" and not Path(self.root, BUILT).exists():
            raise RuntimeError("The web client is not built. Run: make wheel")
