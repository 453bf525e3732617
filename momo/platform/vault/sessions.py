"""Sessions, sealed: while a second factor is set up, its secret waits in one."""

import json
from typing import Any

from momo.platform.vault import standalone

_PURPOSE = "session"


class SealedSerializer:
    """For SESSION_SERIALIZER. A session that does not open any more is an empty one."""

    def dumps(self, session: Any) -> bytes:
        return standalone.seal(json.dumps(session).encode(), purpose=_PURPOSE)

    def loads(self, data: bytes) -> Any:
        """Raises envelope.SealError, which Django takes for an empty session."""
        return json.loads(standalone.unseal(data, purpose=_PURPOSE))
