"""How often one may try to sign in, as django-allauth counts it."""

MACHINE_FACTOR = 5  # tries of a network address for each that an account has; offices share one


def sign_in_rates(rate: str) -> dict[str, str]:
    """Allauth's limits for a rate such as `10/min`: per account, and more per network address.

    What is not named here keeps allauth's own limit. Raises ValueError for what is no rate.
    """
    tries, _, period = rate.partition("/")
    unit = period[:1]
    if unit not in "smhd" or not unit:
        raise ValueError(f"{rate!r} is no rate such as 10/min.")
    machine = f"{MACHINE_FACTOR * int(tries)}/{unit}/ip"
    return {
        "login": machine,
        "signup": machine,
        "login_failed": f"{machine},{int(tries)}/{unit}/key",
    }
