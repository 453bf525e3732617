"""The `momo` command. Each command is a module, imported when it is asked for: starting is what a
short command takes most of its time for."""

from collections.abc import Iterator, Mapping
from importlib import import_module

import click

SECTIONS = {
    "Start": {
        "up": "Start Momo: web, workers and scheduler.",
        "doctor": "Is everything there, and what to do where it is not.",
        "migrate": "Bring the database's tables up to date.",
        "gateway": "Listen to the sources that tell of changes over a connection of ours.",
        "fakes": "The services of the live demo, played on this machine.",
    },
    "Bring in": {
        "ingest": "Read mail, chats, repositories, records, pages or notes.",
        "pipeline": "What is left to do, and what was set aside.",
        "connect": "Connect Gmail, GitHub, Notion, Slack or Discord.",
        "connections": "Live sources: are they in order, and what to do.",
        "choose": "What of a live source is collected.",
        "sync": "Look for changes now.",
        "disconnect": "Stop collecting; keep what was collected, or erase it.",
    },
    "Ask": {
        "ask": "An answer, with its sources.",
        "search": "Memories that match, best first.",
        "context": "What a model should read of a topic.",
        "decisions": "List decisions, or show one in full.",
        "history": "What was decided on a topic, oldest first.",
        "related": "What hangs together with a memory.",
        "graph": "The team's memory as a picture.",
    },
    "Judge": {
        "ratify": "Say of your decisions whether they are right.",
        "accuracy": "How often what was found is right.",
        "conflicts": "Where sources disagree: say what holds.",
        "entities": "Who is who: names that are one, or two.",
    },
    "Follow": {
        "digest": "What was decided, changed, is open and due.",
        "commitments": "Who owes what, until when.",
    },
    "Teams": {
        "team": "Teams and their members.",
        "key": "API keys for people and agents.",
        "usage": "What models used.",
        "budget": "What models may use.",
    },
    "Erase and keep": {
        "erase": "Erase what must not be kept, with all that was made of it.",
        "retention": "How long things are kept.",
        "hold": "Legal holds: what they cover is not erased.",
    },
    "Maintain": {
        "compact": "Sum up old decisions that are alike.",
        "reindex": "Index what lacks an entry; change the embedding model.",
        "retrieval-settings": "How the team is searched.",
        "backfill-crossrefs": "Link older memories to those like them.",
        "partitions": "Give large teams an index of their own.",
        "rotate-keys": "Wrap data keys under the newest master key.",
        "eval": "Measure quality.",
    },
}
# Where the module or its command is not called as the command is.
_ELSEWHERE = {"eval": "evaluate.evaluate", "accuracy": "ratify.accuracy", "budget": "usage.budget"}


class Commands(Mapping[str, click.Command]):
    """By name, each imported when it is looked up."""

    def __getitem__(self, name: str) -> click.Command:
        if name not in list(self):
            raise KeyError(name)
        called = name.replace("-", "_")
        module, attribute = _ELSEWHERE.get(name, f"{called}.{called}").split(".")
        command: click.Command = getattr(
            import_module(f"momo.surfaces.cli.commands.{module}"), attribute
        )
        return command

    def __iter__(self) -> Iterator[str]:
        return (name for section in SECTIONS.values() for name in section)

    def __len__(self) -> int:
        return sum(map(len, SECTIONS.values()))


class Momo(click.Group):
    """The commands, told in sections."""

    commands: Mapping[str, click.Command]  # type: ignore[assignment]  # none is added later

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, self.commands))
        for title, section in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), told) for name, told in section.items()])


@click.group(
    cls=Momo, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="momo")
def run() -> None:
    """Momo keeps what your team decided, who decided it, why, and whether it still holds.

    Start it with `momo up`, bring something in with `momo ingest`, then `momo ask`.
    """


run.commands = Commands()
