"""Whether everybody can read the reading room: what axe-core finds on its pages, in both themes and on a phone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.app.service.conftest import serving
from tests.app.service.room.conftest import POND, pond

MAIN = ("", "search?q=lotus", f"page?url={POND}", f"compare?url={POND}", "statistics", "over-time?q=lotus")
OTHERS = (
    "browse?folder=1",
    f"calendar?url={POND}",
    f"versions?url={POND}",
    "changes",
    "over-time?show=change",
    "categories",
)


class Look(NamedTuple):
    language: str
    theme: str
    size: tuple[int, int]
    pages: tuple[str, ...]


LOOKS = (
    Look("en", "light", (1280, 800), MAIN + OTHERS),
    Look("zh", "dark", (390, 800), MAIN),
)
_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
_ASK = f"""axe.run({{runOnly: {json.dumps(_RULES)}, iframes: false}}).then(
    found => window.found = JSON.stringify(found.violations.map(
        one => [one.id, one.nodes.map(node => node.html.slice(0, 200))])),
    problem => window.found = JSON.stringify(String(problem)))"""
_BREAK = """document.querySelector('main').insertAdjacentHTML('beforeend',
    '<img src="x.png"><p class="pale">pale</p>');
    document.querySelector('.pale').style.color = document.documentElement.dataset.theme == 'dark' ? '#444' : '#ccc'"""


@pytest.mark.slow
def test_the_room_has_no_barriers(tmp_path: Path) -> None:
    """Nothing of WCAG 2.1 A and AA that a program can see; on a page with two barriers it sees them."""
    axe = (files("axe_core_python") / "axe.min.js").read_text("utf-8")
    steps: list[dict[str, Any]] = []
    asked: list[tuple[Look, str, int]] = []

    def ask(look: Look, page: str) -> None:
        steps.append({"run": f"window.found = undefined; {axe}; {_ASK}; document.documentElement.lang"})
        steps.append({"until": "window.found !== undefined"})
        steps.append({"run": "window.found"})
        asked.append((look, page, len(steps) - 1))

    with serving(pond(tmp_path / "pond.archive")) as client:
        room = f"{client.base_url}read/"
        for look in LOOKS:
            chosen = f"language={look.language}&theme={look.theme}"
            steps += [{"size": look.size}, {"load": f"{room}choose?{chosen}&next=/read/pond/"}]
            for page in look.pages:
                steps.append({"load": f"{room}pond/{page}"})
                ask(look, page)
            steps.append({"run": _BREAK})
            ask(look, "broken")
        done = subprocess.run(
            [sys.executable, "-m", "widgets.tour.browser", "en"],
            input="".join(f"{json.dumps(step)}\n" for step in steps),
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
            capture_output=True,
            text=True,
            timeout=300,
        )
    assert done.returncode == 0, done.stderr[-3000:]
    answers = [json.loads(line).get("value") for line in done.stdout.splitlines()]
    for look, page, place in asked:
        assert answers[place - 2].startswith(look.language)
        found = json.loads(answers[place])
        if page == "broken":
            assert sorted(name for name, _ in found) == ["color-contrast", "image-alt"], look
        else:
            assert not found, (look.language, look.theme, page)
