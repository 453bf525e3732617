"""Where each page of the client is looked at: addresses with the demo team's own things in them."""

from collections.abc import Mapping, Sequence

from tests.browser.visitor import Visitor

Places = Mapping[str, Sequence[str]]

QUESTIONS = ("Do we use Coinbight for payments?", "What is the meaning of life?")


def _same(*paths: str) -> Places:
    return {path: (path,) for path in paths}


# By the router's path. What stands in braces is a name of `things`.
FOR_ANYBODY: Places = {
    **_same("/sign-in", "/sign-up", "/verify-address", "/forgot-password", "/reset-password"),
    "/join": ("/join#forged",),
}
FOR_MEMBERS: Places = {
    **_same(
        "/start", "/decisions/new", "/entities", "/entities/suggestions", "/graph", "/dashboard",
        "/commitments", "/integrations", "/integrations/connected", "/integrations/people",
        "/import", "/team", "/team/general", "/team/keys", "/team/retention", "/account",
        "/webhooks", "/usage", "/audit",
    ),
    "/ask/:conversationId?": ("/ask", "/ask/{conversation}"),
    "/ask/shared/:link": ("/ask/shared/{link}",),
    "/decisions": ("/decisions", "/decisions?q=no+such+words"),
    "/decisions/:id": ("/decisions/{decision}", "/decisions/{superseded}"),
    "/digests": ("/digests", "/digests?show=subscriptions"),
    "/entities/:id": ("/entities/{entity}",),
    "/inbox": ("/inbox", "/inbox?show=awaiting", "/inbox?show=accuracy"),
    "/integrations/:id": ("/integrations/{integration}",),
    "/integrations/connect/:kind": ("/integrations/connect/slack",),
    "/memories/:id": ("/memories/{fact}", "/decisions/{fact}"),
    "/settings": ("/settings", "/settings?show=models", "/settings?show=index"),
    "/webhooks/:id": ("/webhooks/{webhook}",),
}  # fmt: skip


def addresses(places: Places) -> list[str]:
    return [address for each in places.values() for address in each]


def things(member: Visitor) -> dict[str, str]:
    """The ids of things that the member's team has, or has from now on."""
    conversation = member.api("POST", "/api/v1/conversations", {})["id"]
    kept = f"/api/v1/conversations/{conversation}"
    for question in QUESTIONS:
        member.api("POST", f"{kept}/ask", {"question": question}, Accept="application/json")
    hook = {"url": "https://hooks.momo.example/decisions", "events": ["decision.made"]}
    fact = {"kind": "fact", "title": "The harbor closes at six in winter"}
    return {
        "conversation": conversation,
        "link": member.api("POST", f"{kept}/share")["link"],
        "decision": _first(member, "decisions?limit=1"),
        "superseded": _first(member, "decisions?limit=1&holds=superseded"),
        "fact": member.api("POST", "/api/v1/memories", fact)["id"],
        "entity": _first(member, "entities?limit=1"),
        "integration": _first(member, "integrations"),
        "webhook": member.api("POST", "/api/v1/webhook-endpoints", hook)["id"],
    }


def _first(member: Visitor, path: str) -> str:
    return str(member.api("GET", f"/api/v1/{path}")["items"][0]["id"])
