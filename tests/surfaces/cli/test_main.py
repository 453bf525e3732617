"""The commands together: told in sections, imported one by one."""

import subprocess
import sys

from click.testing import CliRunner

from momo.surfaces.cli.main import SECTIONS, run

_LOOK = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "momo.settings"
import django; django.setup()
from momo.surfaces.cli.main import run
run.get_command(None, "hold")
print([name for name in sys.modules if name.startswith("momo.surfaces.cli.commands.")])
"""


def test_every_section_and_command_is_told():
    shown = CliRunner().invoke(run, ["--help"]).output
    for section, commands in SECTIONS.items():
        assert f"{section}:" in shown
        assert all(f"  {name} " in shown for name in commands)


def test_a_command_is_called_as_it_is_told():
    assert {name: command.name for name, command in run.commands.items()} == {
        name: name for name in run.commands
    }


def test_an_unknown_command_is_refused():
    assert CliRunner().invoke(run, ["nothing"]).exit_code == 2


def test_only_the_command_that_is_asked_for_is_imported():
    shown = subprocess.run(
        [sys.executable, "-c", _LOOK], capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "['momo.surfaces.cli.commands.hold']"
