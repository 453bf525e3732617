"""The pages of the client, as its router has them."""

from pathlib import Path

from tests.browser.visitor import Visitor

_READ = Path(__file__).with_suffix(".js").read_text()


def client_routes(visitor: Visitor) -> set[str]:
    """The paths of the router, as `/decisions/:id`; what only leads on is left out."""
    visitor.goto("/sign-in")
    return set(visitor.page.evaluate(_READ)) - {"/*"}
