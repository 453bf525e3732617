"""Requests at a fixed pace, whatever the server does: an open loop.

Each is sent when it is due, also while earlier ones wait for their answers, and its time counts
from then on: a server that stalls is not spared what it kept waiting.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import aiohttp

CONNECTIONS = 100  # that a service keeps open to us, at most; chosen
TIMEOUT_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one request. `status` 0: no answer at all."""

    seconds: float
    status: int


def send(
    address: str, requests: Sequence[tuple[Mapping[str, str], bytes]], *, per_second: float
) -> list[Answer]:
    """POST each to an address. Returns the answers, in order."""
    return asyncio.run(_send(address, requests, per_second))


async def _send(
    address: str, requests: Sequence[tuple[Mapping[str, str], bytes]], per_second: float
) -> list[Answer]:
    timeout = aiohttp.ClientTimeout(total=TIMEOUT_SECONDS)
    connector = aiohttp.TCPConnector(limit=CONNECTIONS)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
        begin = time.perf_counter()
        tasks = []
        for number, (headers, body) in enumerate(requests):
            due = begin + number / per_second
            await asyncio.sleep(due - time.perf_counter())
            tasks.append(asyncio.create_task(_post(session, address, headers, body, due)))
        return list(await asyncio.gather(*tasks))


async def _post(
    session: aiohttp.ClientSession, address: str, headers: Mapping[str, str], body: bytes,
    due: float,
) -> Answer:  # fmt: skip
    try:
        async with session.post(address, data=body, headers=headers) as response:
            await response.read()
            status = response.status
    except (aiohttp.ClientError, TimeoutError):
        status = 0
    return Answer(time.perf_counter() - due, status)
