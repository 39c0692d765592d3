"""The remote archives that a person knows: `remotes.json` in their folder on this machine."""

from __future__ import annotations

import json
import os
import re
from dataclasses import asdict, dataclass
from urllib.parse import urlsplit

from app.errors import StorageFailed, StorageUnreadable, UserError
from app.personal import config_folder

NAME = "remotes.json"
WAYBACK = "https://web.archive.org/web/"
_WAYBACK_CDX = "https://web.archive.org/cdx/search/cdx"
_NAMED = re.compile(r"[^\s/\\]{1,60}")


class RemoteUnknown(UserError):
    """No remote archive is known by this name."""

    code = "remote-unknown"


class RemoteUnfit(UserError):
    """This cannot be a remote archive."""

    code = "remote-unfit"


@dataclass(frozen=True, slots=True)
class Remote:
    """A remote archive: `address` is what stands before the time of its mementos, `cdx` the address of its index ("": by the
    usual name below `address`)."""

    name: str
    address: str
    cdx: str = ""

    @property
    def index(self) -> str:
        """The address of its CDX server."""
        return self.cdx or (_WAYBACK_CDX if self.address == WAYBACK else f"{self.address}cdx")


def checked(name: str, address: str, cdx: str = "") -> Remote:
    """A remote archive of what a person typed; “wayback” is the address of the Wayback Machine. RemoteUnfit."""
    if not _NAMED.fullmatch(name):
        raise RemoteUnfit(detail=name)
    address = WAYBACK if address.lower() == "wayback" else address.strip()
    for one in filter(None, (address, cdx)):
        try:
            parts = urlsplit(one)
            fits = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:
            fits = False
        if not fits or parts.query or parts.fragment or parts.username or parts.password:
            raise RemoteUnfit(detail=one)
    return Remote(name, address if address.endswith("/") else f"{address}/", cdx.strip())


def known() -> list[Remote]:
    """All of them, by their names. StorageUnreadable for a file that cannot be understood."""
    path = config_folder() / NAME
    try:
        found = json.loads(path.read_text("utf-8"))
        return sorted(
            (
                checked(str(one["name"]), str(one["address"]), str(one.get("cdx", "")))
                for one in found["remotes"]
            ),
            key=lambda one: one.name,
        )
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RemoteUnfit) as error:
        raise StorageUnreadable(path=path, detail=str(error)) from error


def named(name: str) -> Remote:
    """The one of this name. RemoteUnknown."""
    found = next((one for one in known() if one.name == name), None)
    if found is None:
        raise RemoteUnknown(name=name)
    return found


def add(remote: Remote) -> None:
    """Keep one, in the place of another of its name. StorageFailed."""
    _write([*(one for one in known() if one.name != remote.name), remote])


def remove(name: str) -> None:
    """Forget one. RemoteUnknown, StorageFailed."""
    named(name)
    _write([one for one in known() if one.name != name])


def _write(remotes: list[Remote]) -> None:
    folder = config_folder()
    path, fresh = folder / NAME, folder / f"{NAME}.{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        content = json.dumps({"remotes": [asdict(one) for one in remotes]}, ensure_ascii=False, indent=1)
        fresh.write_text(f"{content}\n", "utf-8")
        fresh.replace(path)
    except OSError as error:
        raise StorageFailed(path=path, detail=error.strerror or str(error)) from error
