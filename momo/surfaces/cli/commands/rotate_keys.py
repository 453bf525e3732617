"""`momo rotate-keys`: wrap data keys under the newest master key, or make new data keys."""

import click

from momo.platform.accounts.sign_in import second_factor
from momo.platform.vault.envelope import SealError
from momo.platform.vault.rotation import new_data_keys, rewrap_all
from momo.surfaces.cli import session
from momo.surfaces.cli.show import out


@click.command("rotate-keys")
@click.option("--data-keys", is_flag=True, help="Also give each team a new data key.")
def rotate_keys(data_keys: bool) -> None:
    """Wrap every team's data keys, and second factors, under the first of MOMO_MASTER_KEYS.

    Put the new master key first and keep the old one behind it, run this, then drop the old one.
    What is sealed stays as it is; with --data-keys, what is sealed from now on gets a new key.
    """
    with session.ready():
        try:
            changed = rewrap_all()
            factors = second_factor.rewrap_all()
            made = new_data_keys() if data_keys else 0
        except SealError as error:
            raise click.ClickException(str(error)) from None
    out.print(f"{changed} data keys wrapped anew, {made} new data keys.")
    if factors:
        out.print(f"{factors} second factors wrapped anew.")
