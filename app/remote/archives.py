"""The remote archives that a person knows, and which of them belong to an archive of ours: `remotes.json` in their folder
on this machine. An archive that is handed on says nothing of it, and makes nobody else ask."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple
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


class _Kept(NamedTuple):
    """The file: all remote archives, and the names of those that are turned on for an archive, by its path."""

    remotes: list[Remote]
    chosen: dict[str, list[str]]


def known() -> list[Remote]:
    """All of them, by their names. StorageUnreadable for a file that cannot be understood."""
    return _read().remotes


def named(name: str) -> Remote:
    """The one of this name. RemoteUnknown."""
    found = next((one for one in known() if one.name == name), None)
    if found is None:
        raise RemoteUnknown(name=name)
    return found


def add(remote: Remote) -> None:
    """Keep one, in the place of another of its name. StorageFailed."""
    kept = _read()
    _write(_Kept([*(one for one in kept.remotes if one.name != remote.name), remote], kept.chosen))


def remove(name: str) -> None:
    """Forget one, for all archives. RemoteUnknown, StorageFailed."""
    named(name)
    kept = _read()
    chosen = {path: [one for one in names if one != name] for path, names in kept.chosen.items()}
    _write(_Kept([one for one in kept.remotes if one.name != name], chosen))


def chosen(archive: Path) -> list[Remote]:
    """Those whose captures stand in the version lines of an archive, by their names; none until somebody turns one on.
    StorageUnreadable."""
    kept = _read()
    names = kept.chosen.get(_key(archive), [])
    return [one for one in kept.remotes if one.name in names]


def choose(archive: Path, names: Collection[str]) -> None:
    """Turn these on for an archive, and all others off. RemoteUnknown, StorageUnreadable, StorageFailed."""
    kept = _read()
    for name in names:
        if all(one.name != name for one in kept.remotes):
            raise RemoteUnknown(name=name)
    _write(_Kept(kept.remotes, {**kept.chosen, _key(archive): sorted(set(names))}))


def _key(archive: Path) -> str:
    return str(archive.resolve())


def _read() -> _Kept:
    path = config_folder() / NAME
    try:
        found = json.loads(path.read_text("utf-8"))
        remotes = [
            checked(str(one["name"]), str(one["address"]), str(one.get("cdx", "")))
            for one in found["remotes"]
        ]
        kept = {str(key): [str(one) for one in names] for key, names in found.get("archives", {}).items()}
        return _Kept(sorted(remotes, key=lambda one: one.name), kept)
    except FileNotFoundError:
        return _Kept([], {})
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RemoteUnfit) as error:
        raise StorageUnreadable(path=path, detail=str(error)) from error


def _write(kept: _Kept) -> None:
    folder = config_folder()
    path, fresh = folder / NAME, folder / f"{NAME}.{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        content = {
            "remotes": [asdict(one) for one in kept.remotes],
            "archives": {key: names for key, names in sorted(kept.chosen.items()) if names},
        }
        fresh.write_text(f"{json.dumps(content, ensure_ascii=False, indent=1)}\n", "utf-8")
        fresh.replace(path)
    except OSError as error:
        raise StorageFailed(path=path, detail=error.strerror or str(error)) from error
