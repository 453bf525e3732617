"""`python -m momo.platform.ai.fakes --port 8090 [--rules rules.json]`: the fake on its own.

The rules file is a list of `{"pattern": "...", "schema": "...", "reply": ...}`; the last one that
matches answers.
"""

import argparse
import json
import sys
from pathlib import Path

from momo.platform.ai.fakes.server import FakeOpenAI


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m momo.platform.ai.fakes")
    parser.add_argument("--port", type=int, default=0, help="0 picks a free one")
    parser.add_argument("--rules", type=Path, help="JSON list of pattern, schema and reply")
    options = parser.parse_args()
    fake = FakeOpenAI(options.port)
    for rule in json.loads(options.rules.read_text()) if options.rules else []:
        fake.reply(rule["reply"], pattern=rule.get("pattern", ""), schema=rule.get("schema", ""))
    sys.stdout.write(f"{fake.base_url}\n")
    sys.stdout.flush()
    try:
        fake.serve()
    except KeyboardInterrupt:
        fake.stop()


if __name__ == "__main__":
    main()
