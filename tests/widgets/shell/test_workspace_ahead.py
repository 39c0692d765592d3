"""What a workspace loads while nobody waits: the first search and the first comparison find it there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

AHEAD = """
import sys
from widgets.shell import workspace
assert not {"app.search.searching", "widgets.search.view", "widgets.compare.view"} & set(sys.modules)
workspace._load_behind()
list(workspace._load_views())
before = set(sys.modules)
import app.search.changes.events, app.search.searching, widgets.compare.view, widgets.search.view
print(sorted(set(sys.modules) - before))
"""


def test_the_first_search_and_the_first_comparison_load_nothing_more() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", AHEAD],
        cwd=Path(__file__).parents[3],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert ran.stdout.splitlines()[-1] == "[]"
