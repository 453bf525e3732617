"""Shows an operator the token with which Notion sets a webhook subscription up.

Notion sends it once, unsigned, to the webhook address, and Momo's own answer keeps nothing of it.
Have the address lead here for that moment: `python -m connectors.notion.handshake --port 8001`.
"""

import argparse
from http.server import BaseHTTPRequestHandler, HTTPServer

from connectors.notion.webhook import MAX_BODY_BYTES, handshake_token


class Handshake(HTTPServer):
    """Takes requests until one holds the token, at any path."""

    token = ""


class _Handler(BaseHTTPRequestHandler):
    server: Handshake

    def do_POST(self) -> None:
        """Every request is answered alike; only a handshake is of use."""
        length = self.headers.get("Content-Length", "0")
        wanted = int(length) if length.isdecimal() else 0
        body = self.rfile.read(min(wanted, MAX_BODY_BYTES))
        self.server.token = handshake_token(body)
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing of a request is logged."""


def wait(server: Handshake) -> str:
    """The token, once it comes."""
    while not server.token:
        server.handle_request()
    return server.token


def main() -> None:
    """Print the token and end."""
    options = argparse.ArgumentParser(description="Wait for Notion's verification token.")
    options.add_argument("--host", default="127.0.0.1")
    options.add_argument("--port", type=int, default=8001)
    chosen = options.parse_args()
    with Handshake((chosen.host, chosen.port), _Handler) as server:
        print(f"Waiting on {chosen.host}:{chosen.port} for Notion. Press Resend token there.")
        print(f"MOMO_APP_NOTION_WEBHOOK_TOKEN={wait(server)}")


if __name__ == "__main__":
    main()
