"""The two clients."""

from momo.client.generated.async_operations import AsyncOperations
from momo.client.generated.operations import Operations


class Momo(Operations):
    """A client of one Momo, acting as whoever an API key is of: `Momo(url, key)`."""


class AsyncMomo(AsyncOperations):
    """The same with `await`: `AsyncMomo(url, key)`."""
