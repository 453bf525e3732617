"""Discord's gateway: a websocket over which it tells what happens in every server of the bot.

A process of its own listens, one for all servers; sharding begins to matter at 2,500 of them.
discord.py keeps the connection (heartbeats, compression, RESUME with what was missed, backing off).
Of what it can do no more is used: no copy of a server is kept, and events go on as they came.
"""

import asyncio
import json
import logging
import random
import time
import warnings
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import aiohttp
import yarl

from connectors.discord.events import HANDLERS
from connectors.discord.snowflakes import as_id
from connectors.discord.tuning import FIRST_RETRY_SECONDS, IDENTIFY_SECONDS, MAX_RETRY_SECONDS
from connectors.files.json_input import JsonError, as_object, as_text, parse
from connectors.live.app import App, NotConfigured
from connectors.live.contract import Incoming

with warnings.catch_warnings():
    # discord.py plays sounds too, with a module that Python is about to drop.
    warnings.filterwarnings("ignore", "'audioop' is deprecated", DeprecationWarning)
    import discord
    from discord.gateway import DiscordWebSocket
    from discord.http import HTTPClient, Route

Take = Callable[[Incoming], None]

log = logging.getLogger(__name__)
logging.getLogger("discord").setLevel(logging.WARNING)  # below that it writes whole messages
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # of no use to us

_INTENTS = discord.Intents(
    guilds=True, members=True, guild_messages=True, guild_reactions=True, message_content=True
)
# A new message goes on whole. Of any other event the ids are enough, since what it is about is read
# again; the rest is about people, or very long.
_WHOLE = frozenset({"MESSAGE_CREATE"})
_NEEDED = ("id", "ids", "channel_id", "message_id", "parent_id", "type", "unavailable")
_ABOUT_SERVERS = frozenset({"GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"})
_BAD_TOKEN_CODE = 4004
_REFUSED_BOT = "Discord refuses the bot's token: set MOMO_APP_DISCORD_BOT_TOKEN anew."
_REFUSED_INTENTS = (
    "Discord refuses what the bot asks to be told: turn on Server Members Intent and Message"
    " Content Intent on the application's page (docs/connectors/discord.md)."
)


async def run_gateway(app: App, take: Take) -> None:
    """Listen until cancelled, and hand every event of a server to `take`, one after the other.

    `take` is called in a thread, always the same; what it raises ends the gateway. What was written
    while nobody listened is brought by the polls that a new session's first events ask for. Raises
    NotConfigured where the operator has something to do.
    """
    wait = FIRST_RETRY_SECONDS
    while True:
        began = time.monotonic()
        await _listen(_Client(app), app["bot_token"], take)
        if time.monotonic() - began > MAX_RETRY_SECONDS:
            wait = FIRST_RETRY_SECONDS
        await asyncio.sleep(wait + random.uniform(0, wait))  # noqa: S311  (jitter)
        wait = min(wait * 2, MAX_RETRY_SECONDS)


async def _listen(client: "_Client", token: str, take: Take) -> None:
    """Until the connection is lost beyond resuming. What has arrived is passed on before the end,
    also when cancelled."""
    listening = asyncio.create_task(_connected(client, token))
    passing_on = asyncio.create_task(client.pass_on(take))
    try:
        await asyncio.wait({listening, passing_on}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        listening.cancel()
        await asyncio.wait({listening})
        await client.close()
        client.arrived.put_nowait(None)
        await passing_on
    if not listening.cancelled():
        listening.result()


async def _connected(client: "_Client", token: str) -> None:
    try:
        await client.start(token)
    except discord.LoginFailure as refused:
        raise NotConfigured(_REFUSED_BOT) from refused
    except discord.PrivilegedIntentsRequired as refused:
        raise NotConfigured(_REFUSED_INTENTS) from refused
    except discord.ConnectionClosed as closed:
        if closed.code == _BAD_TOKEN_CODE:
            raise NotConfigured(_REFUSED_BOT) from closed
        log.warning("Discord closed the gateway (%s).", closed.code)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as lost:
        log.warning("The gateway is out of reach (%s).", type(lost).__name__)
    except AttributeError:
        if client.is_connected():
            raise
        # The library's way of saying that its very first connection failed.
        log.warning("The gateway is out of reach.")


class _Http(HTTPClient):
    """The library's own, at the addresses of the settings."""

    def __init__(self, app: App, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(loop)
        self._api, self._gateway = app["api_url"], yarl.URL(app["gateway_url"])

    async def request(self, route: Route, **options: Any) -> Any:
        route.url = self._api + route.url.removeprefix(Route.BASE)
        return await super().request(route, **options)

    async def ws_connect(self, url: str, *, compress: int = 0) -> aiohttp.ClientWebSocketResponse:
        asked = yarl.URL(url)
        if asked.host == DiscordWebSocket.DEFAULT_GATEWAY.host:
            url = str(self._gateway.with_query(asked.query))
        return await super().ws_connect(url, compress=compress)


class _Client(discord.Client):
    """A connection whose events come to `arrived`, and nowhere else; None ends them."""

    def __init__(self, app: App) -> None:
        super().__init__(intents=_INTENTS, enable_debug_events=True, max_messages=None)
        self.http = self._connection.http = _Http(app, self.loop)
        self._connection.parsers.clear()  # which would build a copy of every server
        self.arrived: asyncio.Queue[Incoming | None] = asyncio.Queue()
        self._session = ""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        if not initial:
            await asyncio.sleep(IDENTIFY_SECONDS)

    def is_connected(self) -> bool:
        """Whether there has been a connection, lost or not."""
        return bool(self.ws)

    async def on_socket_raw_receive(self, text: str) -> None:
        try:
            told = as_object(parse(text))
        except JsonError:
            return
        name, data = as_text(told.get("t")), as_object(told.get("d"))
        if name == "READY":
            self._session = as_text(data.get("session_id"))
        incoming = _incoming(name, data, f"{self._session}:{as_text(told.get('s'))}")
        if incoming:
            self.arrived.put_nowait(incoming)

    async def pass_on(self, take: Take) -> None:
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1, "gateway") as thread:
            while (incoming := await self.arrived.get()) is not None:
                await loop.run_in_executor(thread, take, incoming)


def _incoming(name: str, data: Mapping[str, object], delivery_id: str) -> Incoming | None:
    """An event that concerns us. A session numbers what it sends, and RESUME keeps the numbers."""
    account = as_id(data.get("id" if name in _ABOUT_SERVERS else "guild_id"))
    if name not in HANDLERS or not account:
        return None
    kept = data if name in _WHOLE else {key: data[key] for key in _NEEDED if key in data}
    body = json.dumps({"t": name, "d": kept}).encode()
    # To be told of a server is to be in it, whatever was the matter before.
    revives = name == "GUILD_CREATE"
    return Incoming(account, delivery_id, name, body, datetime.now(UTC), revives=revives)
