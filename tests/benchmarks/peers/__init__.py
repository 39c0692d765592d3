"""The programs the benchmarks compare with. They live in an environment of their own and are no dependency.

$TIANWANG_PEERS names its Python; otherwise it is build/peers, which `make bench` makes from
packaging/requirements-peers.txt.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
MISSING = "the peers are not installed here, so there is no ratio (make bench installs them where there is a network)"


def python() -> Path | None:
    """The Python of the peers' environment, or None where there is none."""
    named = os.environ.get("TIANWANG_PEERS")
    made = ROOT / "build" / "peers" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    path = Path(named) if named else made
    return path if path.exists() else None


def run(script: str, *values: object) -> dict[str, Any] | None:
    """What a script of this folder prints as JSON; None where there are no peers, or when it fails."""
    program = python()
    if program is None:
        return None
    command = [str(program), str(HERE / script), *map(str, values)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{script} failed: {done.stderr.strip().splitlines()[-1:]}")
        return None
    result: dict[str, Any] = json.loads(done.stdout)
    return result
