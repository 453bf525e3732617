"""Every source that is read from a path, by the kind that people type. One line a connector."""

from connectors.adr.connector import adr
from connectors.contract import FileConnector
from connectors.discord_export.connector import discord_export
from connectors.git.connector import git
from connectors.mbox.connector import mbox
from connectors.notes.connector import notes
from connectors.notion_export.connector import notion_export
from connectors.slack_export.connector import slack_export

FILE_CONNECTORS: dict[str, FileConnector] = {
    mbox.kind: mbox,
    slack_export.kind: slack_export,
    git.kind: git,
    adr.kind: adr,
    notion_export.kind: notion_export,
    discord_export.kind: discord_export,
    notes.kind: notes,
}
SOURCES = sorted({each.source for each in FILE_CONNECTORS.values()})  # as what they give says
