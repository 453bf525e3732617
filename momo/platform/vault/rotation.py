"""Rotating keys across all teams: an operator's job, done as the database's owner.

The only code that leaves the tenant scope besides migrations; it sees wrapped keys, no content.
"""

from django.conf import settings
from django.db import connections, transaction

from momo.platform.tenancy.ids import uuid7
from momo.platform.vault import envelope


def rewrap_all() -> int:
    """Wrap every data key under the active master key. Returns how many were changed.

    Raises envelope.SealError where a key's own master key is not configured; nothing is changed
    then.
    """
    master: envelope.MasterKeys = settings.MOMO_MASTER_KEYS
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        cursor.execute(
            "SELECT team_id, id, number, master_key, wrapped FROM vault_datakey "
            "WHERE master_key <> %s FOR UPDATE",
            [master.active],
        )
        rows = cursor.fetchall()
        for team_id, key_id, number, name, wrapped in rows:
            plain = envelope.unwrap(name, bytes(wrapped), master, team_id=team_id, number=number)
            new_name, new_wrapped = envelope.wrap(plain, master, team_id=team_id, number=number)
            cursor.execute(
                "UPDATE vault_datakey SET master_key = %s, wrapped = %s "
                "WHERE team_id = %s AND id = %s",
                [new_name, new_wrapped, team_id, key_id],
            )
    return len(rows)


def new_data_keys() -> int:
    """Give every team a new data key for what it seals from now on. Returns how many teams."""
    master: envelope.MasterKeys = settings.MOMO_MASTER_KEYS
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        cursor.execute("SELECT team_id, max(number) FROM vault_datakey GROUP BY team_id")
        teams = cursor.fetchall()
        for team_id, last in teams:
            key = envelope.new_data_key()
            name, wrapped = envelope.wrap(key, master, team_id=team_id, number=last + 1)
            cursor.execute(
                "INSERT INTO vault_datakey (team_id, id, number, master_key, wrapped, created_at) "
                "VALUES (%s, %s, %s, %s, %s, now())",
                [team_id, uuid7(), last + 1, name, wrapped],
            )
    return len(teams)
