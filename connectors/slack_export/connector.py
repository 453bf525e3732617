"""Slack's own export: a zip, or the folder it was unpacked to."""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from connectors.contract import Refusal, SourceRecord, UnreadableSource, Visibility
from connectors.files.bundle import open_bundle
from connectors.files.json_input import JsonError, elements
from connectors.files.members import Bundle, Member, MemberError, count_matches
from connectors.files.times import from_iso
from connectors.slack.mapping import message_record
from connectors.slack.workspace import Channel, Workspace

_MESSAGE = re.compile(rb'"type"\s*:\s*"message"')
_CHANNEL_LISTS = {
    "channels.json": False, "groups.json": True, "dms.json": True, "mpims.json": True,
}  # fmt: skip
_NOT_AN_EXPORT = (
    "It is not a Slack export: there is no channels.json with the channels' folders. Give the zip"
    " that Slack's export page made, or the folder it unpacks to."
)
_UNLISTED = (
    "the channel is in none of the export's lists, so who may read it is unknown: export the"
    " workspace again"
)


class SlackExportConnector:
    """Reads channels, private channels and direct messages as far as the export has them."""

    kind = "slack"
    source = "slack"
    title = "Slack export"
    description = (
        "The zip that Slack makes under Settings, Import/Export Data, or the folder it unpacks to."
    )
    accepts = (".zip",)
    default_visibility = Visibility.SHARED
    ids_hold_by_place = False

    def count(self, path: Path) -> int:
        """About how many messages to expect. Raises UnreadableSource."""
        with open_bundle(path) as bundle:
            days = _days(bundle, _base(bundle))
            return sum(count_matches(bundle, day, _MESSAGE) for day in days)

    def read(self, path: Path) -> Iterator[SourceRecord | Refusal]:
        """Every message, channel by channel and day by day. Raises UnreadableSource."""
        with open_bundle(path) as bundle:
            base = _base(bundle)
            days = _days(bundle, base)
            moments = filter(None, (from_iso(day.path.stem) for day in days))
            workspace = Workspace(as_of=max(moments, default=None))
            yield from _learn(bundle, base, workspace)
            for day in days:
                channel = workspace.channels.get(day.path.parent.name)
                if channel is None:
                    yield Refusal(f"an unlisted channel, {day.path.name}", _UNLISTED)
                else:
                    yield from _read_day(bundle, day, channel, workspace)


slack_export = SlackExportConnector()


def _base(bundle: Bundle) -> PurePosixPath:
    """The folder of the export's lists; zips made by hand have one around everything."""
    lists = [member.path for member in bundle.members if member.path.name in _CHANNEL_LISTS]
    if not lists:
        raise UnreadableSource(_NOT_AN_EXPORT)
    return min(lists, key=lambda path: len(path.parts)).parent


def _days(bundle: Bundle, base: PurePosixPath) -> list[Member]:
    """The files of messages: one folder a channel, one file a day."""
    return [
        member
        for member in bundle.members
        if member.suffix == ".json" and member.path.parent.parent == base != member.path.parent
    ]


def _learn(bundle: Bundle, base: PurePosixPath, workspace: Workspace) -> Iterator[Refusal]:
    """Fill the workspace from the export's lists; people first, since channels name them."""
    at = {member.path: member for member in bundle.members}
    for name in ("users.json", *_CHANNEL_LISTS):
        member = at.get(base / name)
        if member is None:
            continue
        try:
            with bundle.open(member) as stream:
                for entry in elements(stream):
                    if not isinstance(entry, dict):
                        continue
                    if name == "users.json":
                        workspace.add_user(entry)
                    else:
                        workspace.add_channel(entry, private=_CHANNEL_LISTS[name])
        except (MemberError, JsonError) as bad:
            yield Refusal(member.name, f"{bad}: export the workspace again")


def _read_day(
    bundle: Bundle, day: Member, channel: Channel, workspace: Workspace
) -> Iterator[SourceRecord | Refusal]:
    # A private channel's name is for its members, and the team reads what was refused.
    where = f"{channel.id}/{day.path.name}" if channel.audience else day.name
    number = 0
    try:
        with bundle.open(day) as stream:
            for number, entry in enumerate(elements(stream), start=1):
                locator = f"{where}, message {number}"
                if isinstance(entry, dict):
                    yield message_record(entry, channel, workspace, locator)
                else:
                    yield Refusal(locator, "is not a message: expected a JSON object")
    except MemberError as bad:
        yield Refusal(where, str(bad))
    except JsonError as bad:
        yield Refusal(where, f"{bad} after message {number}: export the workspace again")
