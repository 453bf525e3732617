"""The app as an operator registered it at a service. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


class NotConfigured(Exception):
    """The operator has not set what the source needs. The message names the variables."""


@dataclass(frozen=True, slots=True)
class AppSetting:
    """One setting: variable MOMO_APP_<KIND>_<NAME>. Without a default it must be set."""

    name: str  # lower case, as in `app["client_id"]`
    meaning: str
    default: str | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True)
class App:
    """The settings of one source, by name."""

    kind: str
    values: Mapping[str, str] = field(repr=False)

    def __getitem__(self, name: str) -> str:
        return self.values[name]

    def each(self, name: str) -> tuple[str, ...]:
        """A setting of several values, newest first: a secret that is being rotated."""
        return tuple(part.strip() for part in self.values[name].split(",") if part.strip())


def variable(kind: str, name: str) -> str:
    return f"MOMO_APP_{kind}_{name}".upper()


def read_app(kind: str, wanted: Sequence[AppSetting], environment: Mapping[str, str]) -> App:
    """Raises NotConfigured, with all variables that are missing."""
    values, missing = {}, []
    for setting in wanted:
        name = variable(kind, setting.name)
        value = environment.get(name) or setting.default
        if value is None:
            missing.append(name)
        else:
            values[setting.name] = value
    if missing:
        raise NotConfigured(f"Set {', '.join(missing)}: see docs/connectors/{kind}.md.")
    return App(kind, values)
