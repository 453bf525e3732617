"""What `momo doctor` says of live sources: are they set up, reachable and worked on."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError as BrokerError

from connectors.live import catalog, gateways
from connectors.live.contract import LiveConnector
from connectors.registry import LIVE_CONNECTORS
from momo.surfaces.cli.finding import Finding

QUEUES = frozenset({"realtime", "sync", "backfill"})
ANSWER_SECONDS = 1.0  # for workers to say what they take from


def sources() -> Iterator[Finding]:
    """From the settings alone. A source of which nothing is set is not wanted."""
    for connector in LIVE_CONNECTORS.values():
        missing = catalog.missing(connector)
        is_begun = len(missing) < _needed(connector)
        found = f"lacks {', '.join(missing)}" if is_begun else "not set up"
        yield Finding(
            connector.title, not (missing and is_begun), found if missing else "set up",
            f"Set what is lacking: docs/connectors/{connector.kind}.md has the steps.",
        )  # fmt: skip
    if any(not catalog.missing(connector) for connector in LIVE_CONNECTORS.values()):
        yield _address()


def _needed(connector: LiveConnector) -> int:
    return sum(setting.default is None for setting in connector.app_settings)


def _address() -> Finding:
    """Whether services can send to Momo, as far as its address tells."""
    url = settings.MOMO_PUBLIC_URL
    if not url and not settings.PRODUCTION:
        return Finding("public address", True, "none: services are asked for changes")
    return Finding(
        "public address", urlsplit(url).scheme == "https", url or "none",
        "Set MOMO_PUBLIC_URL to the https:// address at which browsers and services reach Momo:"
        " the addresses registered at the services begin with it.",
    )  # fmt: skip


def workers() -> Iterator[Finding]:
    """Whether each queue has a worker, where any runs. Needs Redis and the database."""
    try:
        answers = current_app.control.inspect(timeout=ANSWER_SECONDS).active_queues() or {}
    except BrokerError:
        return  # told of Redis itself
    taken = {queue["name"] for queues in answers.values() for queue in queues}
    left = sorted(QUEUES - taken)
    found = f"none takes from {', '.join(left)}" if left else "all queues are worked on"
    yield Finding(
        "workers", not taken or not left, found if taken else "none runs: momo up starts them",
        "Start the workers of those queues: docs/deploy.md has their commands.",
    )  # fmt: skip
    wanted = gateways.listening()
    if wanted and taken:
        titles = ", ".join(source.title for source in wanted)
        is_running = gateways.is_running()
        found = f"listens to {titles}" if is_running else "does not run"
        yield Finding("gateway", is_running, found, f"Start it, to hear of {titles}: momo gateway")
