"""What axe-core finds on a page: what keeps somebody from reading or using it."""

from collections.abc import Sequence
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

GRAVE = ("serious", "critical")
SHOWN = 5  # elements of a finding
_RUN = """async (rules) => {
  const only = rules.length ? { runOnly: rules } : {};
  const { violations } = await axe.run({ resultTypes: ["violations"], ...only });
  return violations;
}"""


def grave_findings(page: Page, *rules: str) -> Sequence[str]:
    """What is serious or worse, each with the elements it is about; by all rules or by these."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE_SCRIPT)
    violations = page.evaluate(_RUN, list(rules))
    return [_said(each) for each in violations if each["impact"] in GRAVE]


def _said(violation: dict[str, Any]) -> str:
    nodes = violation["nodes"]
    about = "\n".join(f"    {_node(node)}" for node in nodes[:SHOWN])
    return f"{violation['id']}: {violation['help']} ({len(nodes)})\n{about}"


def _node(node: dict[str, Any]) -> str:
    why = " ".join(check["message"] for check in (*node["any"], *node["all"], *node["none"]))
    return f"{' '.join(map(str, node['target']))} {node['html'][:160]} {why[:240]}"
