"""Every source, by the kind that people type: read from a path, or connected to. One line each."""

from connectors.adr.connector import adr
from connectors.contract import FileConnector
from connectors.discord.connector import discord
from connectors.discord_export.connector import discord_export
from connectors.git.connector import git
from connectors.github.connector import github
from connectors.gmail.connector import gmail
from connectors.live.contract import LiveConnector
from connectors.mbox.connector import mbox
from connectors.notes.connector import notes
from connectors.notion.connector import notion
from connectors.notion_export.connector import notion_export
from connectors.slack.connector import slack
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
# A live kind may be that of a file, too: then an export and the account share an integration.
LIVE_CONNECTORS: dict[str, LiveConnector] = {
    gmail.kind: gmail,
    github.kind: github,
    notion.kind: notion,
    slack.kind: slack,
    discord.kind: discord,
}
# As what they give says.
SOURCES = sorted(
    {file.source for file in FILE_CONNECTORS.values()}
    | {live.source for live in LIVE_CONNECTORS.values()}
)
