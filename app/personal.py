"""The folders of what this program keeps for a person on this machine, and never in an archive: log-ins, cookies, the key
of search indexes, what was looked at; and of what can be made again, pictures of versions."""

from __future__ import annotations

import os
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
