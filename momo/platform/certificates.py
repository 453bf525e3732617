"""The certificate authorities by which Momo knows the servers that it talks to."""

import ssl
from functools import cache

import httpx2


@cache
def authorities() -> ssl.SSLContext:
    """Those of the system, or of SSL_CERT_FILE; for clients of any thread. Read once a process: it
    takes 20 ms, and a client that is not given them reads them by itself."""
    return httpx2.create_ssl_context()
