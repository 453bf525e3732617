"""Live sources, as the connectors' tests have them."""

from tests.connectors.conftest import live

__all__ = ["live"]
