"""The examples of the how-to page run as they stand."""

import asyncio
import re
import textwrap
from pathlib import Path

from momo.client import Momo

PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "use-the-python-client.md"


def test_the_examples_run(server, capsys):
    key = server.key()
    with Momo(server.url, key) as momo:
        known = {"momo": momo}
        for example in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL):
            example = example.replace("https://momo.example", server.url).replace("momo_...", key)
            if "await" in example:
                head, _, body = example.partition("\n\n")
                wrapped = f"{head}\nasync def main():\n{textwrap.indent(body, '    ')}"
                exec(wrapped, known)  # noqa: S102  (our own page)
                asyncio.run(known["main"]())
            elif "with Momo" in example:
                exec(example, {})  # noqa: S102
            else:
                exec(example, known)  # noqa: S102
    assert "Use Postgres for the event store" in capsys.readouterr().out
