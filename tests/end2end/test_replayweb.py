"""ReplayWeb.page, as its makers give it out, opens what our service packs.

It is no dependency: $TIANWANG_REPLAYWEB names the folder of its package (`npm pack replaywebpage && tar xzf
replaywebpage-*.tgz`). Without it `tests/app/service/test_packages.py` holds what it asks for.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.app.service.conftest import HOME, filled, serving

PACKAGE = Path(os.environ.get("TIANWANG_REPLAYWEB", "-"))
_PAGE = """<!doctype html><script src="/ui.js"></script><replay-web-page style="height: 90vh" replayBase="/replay/"
source="{source}" url="{url}" ts="20200103120000" embed="replayonly"></replay-web-page>"""
_TITLES = """(() => {
    const found = [];
    function walk(node) {
        if (node.tagName === 'IFRAME' && node.contentDocument) {
            found.push(node.contentDocument.title);
            walk(node.contentDocument);
        }
        if (node.shadowRoot) walk(node.shadowRoot);
        for (const child of node.childNodes || []) walk(child);
    }
    walk(document);
    return found.join();
})()"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.slow
@pytest.mark.skipif(not (PACKAGE / "ui.js").is_file(), reason="ReplayWeb.page is not here")
def test_it_opens_a_wacz_from_an_address(tmp_path: Path) -> None:
    """From an origin that the service was told to let read it."""
    (tmp_path / "replay").mkdir()
    shutil.copy(PACKAGE / "ui.js", tmp_path / "ui.js")
    shutil.copy(PACKAGE / "sw.js", tmp_path / "replay" / "sw.js")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(tmp_path)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_port}"
    with serving(filled(tmp_path / "one.archive"), origins=(origin,)) as client:
        source = f"{client.base_url}api/v1/one/wacz"
        (tmp_path / "index.html").write_text(_PAGE.format(source=source, url=HOME), "utf-8")
        steps = [{"load": f"{origin}/index.html"}, {"until": f"{_TITLES}.includes('Two')"}]
        done = subprocess.run(
            [sys.executable, "-m", "widgets.tour.browser", "en"],
            input="".join(f"{json.dumps(step)}\n" for step in steps),
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
            capture_output=True,
            text=True,
            timeout=120,
        )
    server.shutdown()
    server.server_close()
    assert done.returncode == 0, done.stderr[-3000:]
