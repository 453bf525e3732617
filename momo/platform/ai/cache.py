"""Remembers recent embeddings, so that a question asked twice is paid for once."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from momo.platform.ai.contract import EMBEDDING_DIMENSIONS, EmbeddingProvider

CACHE_SIZE = 1_000  # vectors; 6 MB


class CachedEmbeddings:
    """An embedding provider with an LRU cache in the process, keyed by model and text hash."""

    def __init__(self, provider: EmbeddingProvider, *, size: int = CACHE_SIZE) -> None:
        self._provider = provider
        self._size = size
        self._rows: OrderedDict[bytes, NDArray[np.float32]] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def model(self) -> str:
        return self._provider.model

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return shape (len(texts), EMBEDDING_DIMENSIONS); one call for all that is not cached.

        Raises ProviderError.
        """
        keys = [self._key(text) for text in texts]
        rows = self._recall(keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in rows}
        if missing:
            found = self._provider.embed(list(missing.values()))
            fresh = {key: row.copy() for key, row in zip(missing, found, strict=True)}
            rows |= fresh
            self._remember(fresh)
        if not keys:
            return np.zeros((0, EMBEDDING_DIMENSIONS), dtype=np.float32)
        return np.stack([rows[key] for key in keys])

    def calibrate(self, cosine: float) -> float:
        return self._provider.calibrate(cosine)

    def _key(self, text: str) -> bytes:
        return sha256(f"{self.model}\0{text}".encode("utf-8", "surrogatepass")).digest()

    def _recall(self, keys: Sequence[bytes]) -> dict[bytes, NDArray[np.float32]]:
        with self._lock:
            rows = {key: self._rows[key] for key in keys if key in self._rows}
            for key in rows:
                self._rows.move_to_end(key)
        return rows

    def _remember(self, rows: dict[bytes, NDArray[np.float32]]) -> None:
        with self._lock:
            for key, row in rows.items():
                self._rows[key] = row
                self._rows.move_to_end(key)
            while len(self._rows) > self._size:
                self._rows.popitem(last=False)
