"""The folders of what this program keeps for a person on this machine, and never in an archive: log-ins, cookies, the key
of search indexes and graphs, what was looked at; and of what can be made again, pictures of versions."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import platformdirs

FOLDER_VARIABLE = "TIANWANG_CONFIG"
"""Environment variable that names another folder (a portable installation, the tests)."""


def config_folder() -> Path:
    """The folder; it need not be there yet."""
    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else platformdirs.user_config_path("tianwang-explorer", appauthor=False)


def cache_folder() -> Path:
    """The folder of what can be made again at any time; it need not be there yet."""
    named = os.environ.get(FOLDER_VARIABLE)
    return (
        Path(named) / "cache" if named else platformdirs.user_cache_path("tianwang-explorer", appauthor=False)
    )


def seal_key() -> bytes:
    """The secret of this person on this machine, which seals what was made of archives; made when first needed. OSError."""
    folder = config_folder()
    path = folder / "search.key"
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        key = b""
    if len(key) != 32:
        folder.mkdir(parents=True, exist_ok=True)
        fresh = folder / f"search.key.{os.getpid()}"
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(32))
        fresh.replace(path)
        key = path.read_bytes()
    return key
