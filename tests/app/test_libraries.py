"""A window that cannot be opened says what is missing and what to install, however the program is started."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app import libraries

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="system packages are a matter of Debian"
)

WAYS = {
    "tianwang-explorer": ["-c", "import sys; from app.main import main; sys.exit(main([]))"],
    "make run": ["-m", "app.main"],
    "tianwang open": ["-c", "import sys; from app.cli import main; sys.exit(main(['open']))"],
}


def start(arguments: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    """The program as a person starts it, with an X server that is never reached."""
    kept = {name: value for name, value in os.environ.items() if name not in libraries.SCREENS}
    return subprocess.run(
        [sys.executable, *arguments],
        env=kept | environment,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("library", ["libxcb-cursor.so.0", "libnss3.so", "libEGL.so.1"])
@pytest.mark.parametrize("way", WAYS)
def test_a_missing_library_is_named_with_what_to_install(way: str, library: str, tmp_path: Path) -> None:
    """Not by an abort of Qt, nor by a traceback. The system finds an empty file where the library should be."""
    (tmp_path / library).touch()
    ended = start(WAYS[way], LD_LIBRARY_PATH=str(tmp_path), DISPLAY=":99")
    assert ended.returncode == 1
    assert library in ended.stderr and (libraries.OFFSCREEN | libraries.SCREEN)[library] in ended.stderr
    assert "Traceback" not in ended.stderr and "plugin" not in ended.stderr
    assert len(ended.stderr.splitlines()) <= 3


@pytest.mark.parametrize("way", WAYS)
def test_without_a_screen_it_is_said_so(way: str) -> None:
    ended = start(WAYS[way])
    assert ended.returncode == 1 and "no screen" in ended.stderr and len(ended.stderr.splitlines()) == 1


def test_a_screen_that_does_not_answer_is_named() -> None:
    """Qt ended the process, and asked for a library that was there."""
    ended = start(WAYS["tianwang-explorer"], DISPLAY=":4711")
    assert ended.returncode == 1 and "“:4711”" in ended.stderr and "plugin" not in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_only_what_the_platform_needs_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Wayland and without a window the libraries of X are not missed."""
    monkeypatch.setattr(libraries, "loads", lambda library: library not in libraries.SCREEN)
    monkeypatch.setattr(libraries, "renamed", str)  # apt takes seconds, and is asked above
    assert "libxcb-cursor0" in libraries.obstacle({"DISPLAY": ":0"})
    assert "libxcb-cursor0" in libraries.obstacle({"WAYLAND_DISPLAY": "wayland-0", "QT_QPA_PLATFORM": "xcb"})
    assert libraries.obstacle({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}) == ""
    assert libraries.obstacle({"QT_QPA_PLATFORM": "offscreen"}) == ""


def test_where_there_is_no_apt_the_packages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries.shutil, "which", lambda program: None)
    assert (
        libraries.advice(["libxcb-cursor0"]) == "Debian's names for the packages to install: libxcb-cursor0."
    )
