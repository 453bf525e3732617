"""The HTTP server of the fake: loopback only, a thread for each connection."""

import threading
from dataclasses import dataclass, field
from http.server import ThreadingHTTPServer
from typing import Any, Self

from momo.platform.ai.fakes.batches import BatchDesk
from momo.platform.ai.fakes.faults import Fault, Faults
from momo.platform.ai.fakes.replies import Reply, Rule


@dataclass(frozen=True, slots=True)
class Recorded:
    """A request as it came in. Header names are in lower case."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]


@dataclass(slots=True)
class Script:
    """What the server does; shared by its threads, which only read it or append."""

    rules: list[Rule] = field(default_factory=list)
    faults: Faults = field(default_factory=Faults)
    requests: list[Recorded] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)
    retry_after: str = "0.01"
    dimensions: int = 1536
    batches: BatchDesk = field(default_factory=BatchDesk)
    stopping: threading.Event = field(default_factory=threading.Event)


class FakeOpenAI:
    """A model server under a test's control: `with FakeOpenAI() as fake: ... fake.base_url`."""

    def __init__(self, port: int = 0) -> None:
        from momo.platform.ai.fakes.handler import Handler

        self.script = Script()
        scripted = type("Scripted", (Handler,), {"script": self.script})
        self._http = ThreadingHTTPServer(("127.0.0.1", port), scripted)
        self._http.daemon_threads = True

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    @property
    def requests(self) -> list[Recorded]:
        return self.script.requests

    @property
    def batches(self) -> BatchDesk:
        return self.script.batches

    def reply(self, reply: Reply, *, pattern: str = "", schema: str = "") -> None:
        """Answer matching prompts with text, an object, or what a function makes of the body."""
        self.script.rules.append(Rule(reply, pattern, schema))

    def fail(self, fault: Fault, times: int = 1) -> None:
        """Let the next requests fail; they fail in the order in which this was called."""
        self.script.faults.add(fault, times)

    def refuse(self, part: str) -> None:
        """Answer 400 from now on to requests with this part: `json_schema`, `temperature`, ..."""
        self.script.refused.add(part)

    def start(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def serve(self) -> None:
        """Serve in this thread until interrupted."""
        self._http.serve_forever()

    def stop(self) -> None:
        self.script.stopping.set()
        self._http.shutdown()
        self._http.server_close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *ended: object) -> None:
        self.stop()
