"""The reading room in a real browser: an archived page in its frame."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.app.service.conftest import serving
from tests.app.service.room.conftest import POND, pond

_STATE = "JSON.stringify([location.search, document.title, document.querySelector('.shown') !== null])"
_SIGN_IN = "document.getElementById('token').value = 'geheim'; document.querySelector('.sign-in').submit()"


def _browse(*steps: dict[str, Any]) -> list[Any]:
    """The answers of a browser to some steps."""
    done = subprocess.run(
        [sys.executable, "-m", "widgets.tour.browser", "en"],
        input="".join(f"{json.dumps(step)}\n" for step in steps),
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return [json.loads(line).get("value") for line in done.stdout.splitlines()]


@pytest.mark.slow
def test_scripts_of_a_page_do_not_run_and_its_links_lead_the_room_along(tmp_path: Path) -> None:
    """The page in the frame says nothing by its own scripts; a link followed in it changes what stands above it; behind
    a token, after signing in: the frame gets what it needs without a cookie."""
    with serving(pond(tmp_path / "pond.archive"), token="geheim") as client:
        answers = _browse(
            {"load": f"{client.base_url}read/pond/page?url={POND}&at=20200301093000"},
            {"run": _SIGN_IN},
            {"until": "document.readyState === 'complete' && document.querySelector('.shown') !== null"},
            {"run": _STATE},
            {"frame": "JSON.stringify([document.title, document.body.innerText, self.origin])"},
            {"frame": "document.querySelector('a').click()"},
            {"until": "location.search.includes('news.html') && document.title.includes('荷花新闻')"},
            {"run": "document.cookie"},
        )
    search, title, framed = json.loads(answers[3])
    assert "20200301093000" in search
    assert (title, framed) == ("Pond – 1 March 2020", True)
    own_title, text, origin = json.loads(answers[4])
    assert own_title == "Pond"  # its own scripts would have made it “ran” or “1”
    assert "lotus opens at dawn" in text
    assert origin == "null"
    assert answers[-1] == ""
