"""The system libraries that Qt and its browser need on Linux, and a sentence for those that are not there.

Without it Python would say which file it could not load, and Qt would end the process. Standard library only: it runs
before anything is installed, on whatever Python is there.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping

OFFSCREEN = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libXcomposite.so.1": "libxcomposite1",
    "libXdamage.so.1": "libxdamage1",
    "libXrandr.so.2": "libxrandr2",
    "libXtst.so.6": "libxtst6",
    "libasound.so.2": "libasound2",
    "libnspr4.so": "libnspr4",
    "libnss3.so": "libnss3",
    "libxkbfile.so.1": "libxkbfile1",
}
"""Library → Debian's package: what is needed with or without a screen."""

SCREEN = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
"""The same for a window on an X server."""

SOUND = {"libpulse.so.0": "libpulse0"}
"""What only playing sound and film needs: without it everything else works."""

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
"""Without one of them there is nothing to open a window on."""


def obstacle(environment: Mapping[str, str] | None = None) -> str:
    """Why no window can be opened here, and what to do about it; empty where nothing stands in its way."""
    if not sys.platform.startswith("linux"):
        return ""
    given = os.environ if environment is None else environment
    if not any(given.get(name) for name in SCREENS):
        return "There is no screen to open the window on."
    missing = {library: package for library, package in needed(given).items() if not loads(library)}
    if not missing:
        display = given.get("DISPLAY", "")
        if not _on_x(given) or answers(display):
            return ""
        return f"There is no screen to open the window on: DISPLAY is “{display}”, and no X server lets us in there."
    sentence = "The window cannot be opened: system libraries are missing (" + ", ".join(missing) + ")."
    return f"{sentence} {advice(list(missing.values()))}"


def needed(environment: Mapping[str, str]) -> dict[str, str]:
    """Libraries for the platform that Qt will choose, with their packages."""
    return {**OFFSCREEN, **SCREEN} if _on_x(environment) else OFFSCREEN


def _on_x(environment: Mapping[str, str]) -> bool:
    platform = environment.get("QT_QPA_PLATFORM", "").partition(":")[0].partition(";")[0]
    return platform == "xcb" if platform else not environment.get("WAYLAND_DISPLAY")


def answers(display: str) -> bool:
    """Whether an X server lets us in; Qt would end the process and name a library that is there."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # it is for Qt to say
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(display.encode(), None))
    refused = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not refused


def loads(library: str) -> bool:
    """Whether the system finds a library and can use it."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def advice(packages: list[str]) -> str:
    """How to install packages on this system."""
    if not shutil.which("apt-get"):
        return "Debian's names for the packages to install: " + ", ".join(packages) + "."
    command = "apt-get install --no-install-recommends " + " ".join(renamed(package) for package in packages)
    return f"Install them with:\n    sudo {command}"


def renamed(package: str) -> str:
    """The package under the name it has since Debian 13 and Ubuntu 24.04 (64-bit time), where that exists."""
    newer = f"{package}t64"
    try:
        # a name from the tables above, asked of whatever apt the system has
        found = subprocess.run(["apt-cache", "show", newer], capture_output=True, check=False)  # noqa: S603, S607
    except OSError:
        return package
    return newer if found.returncode == 0 else package
