"""`momo doctor`: is everything there, and what to do where it is not."""

import click

from momo.surfaces.cli import options, session
from momo.surfaces.cli.diagnosis import diagnose
from momo.surfaces.cli.show import inert, out, print_json


@click.command()
@options.as_json
def doctor(as_json: bool) -> None:
    """Check every dependency, role, extension and setting; say what to do about problems."""
    findings = diagnose(session.servers)
    if as_json:
        print_json(findings)
    else:
        for finding in findings:
            mark = "[green]✓[/]" if finding.ok else "[red]✗[/]"
            out.print(f"{mark} {inert(finding.what)}: {inert(finding.found)}")
            if not finding.ok:
                out.print(f"    → {inert(finding.advice)}")
    if not all(finding.ok for finding in findings):
        raise SystemExit(1)
