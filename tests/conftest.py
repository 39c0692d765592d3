"""What all tests share: a screen-less Qt with the flags of the real program, archives, and responses to fill them."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

if not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
if os.name != "nt" and os.geteuid() == 0:
    os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")  # Chromium refuses to run as root with it
# what a process of the program writes into a pipe has to come as it comes for users
os.environ.pop("PYTHONUNBUFFERED", None)
from app.archive.archive import Archive
from app.archive.model import NewCapture

SAMPLES = Path(__file__).parent.parent.parent / "shared" / "samples"
START = datetime(2026, 11, 21, 8, 0, tzinfo=UTC)

# a busy machine is no fault of an example; each run has other examples, so that half of the usual number will do
settings.register_profile("correctness", deadline=None, max_examples=50)
settings.load_profile("correctness")


_ended = pytest.StashKey[int]()


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    session.config.stash[_ended] = int(exitstatus)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """All is said, and a browser that is taken apart with the interpreter could only hang: tests that end the program
    do so in processes of their own."""
    if "PySide6.QtWebEngineCore" in sys.modules and _ended in config.stash:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(config.stash[_ended])


@pytest.fixture(scope="session")
def qapp_args() -> list[str]:
    """The arguments of the real program, so that WebEngine starts with the same closed doors."""
    from widgets.web.arguments import webengine_arguments

    return webengine_arguments(["tests"])


@pytest.fixture(scope="session", autouse=True)
def _nobodys_configuration(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Crawls keep cookies in the person's folder, and read log-ins there; tests have one of their own."""
    os.environ["TIANWANG_CONFIG"] = str(tmp_path_factory.mktemp("config"))
    os.environ["TIANWANG_OCR"] = ""  # tests that recognise letters say with which program


@pytest.fixture(scope="session", autouse=True)
def _garbage_stays_in_this_thread() -> Iterator[None]:
    """As in the real program (widgets/kit/garbage.py): background threads must not destroy widgets."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(scope="module", autouse=True)
def _what_is_loaded_stays() -> None:
    """A full collection after each test need not go through all code and all tests, which takes a tenth of a second."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module")
def ray_cluster(request: pytest.FixtureRequest) -> Iterator[Any]:
    """One Ray cluster for all modules that use it (`tests.rays`)."""
    from tests import rays

    users = [item for item in request.session.items if "ray_cluster" in getattr(item, "fixturenames", ())]
    with rays.shared(last=request.node.nodeid == users[-1].nodeid.partition("::")[0]) as made:
        yield made


@pytest.fixture(autouse=True)
def _collect_garbage(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    # widgets of one test are gone before the next; of all else only what is young is looked at, which is quick
    gc.collect(2 if {"widgets", "end2end"} & set(request.path.parts) else 1)


@pytest.fixture
def samples() -> Path:
    """Folder of real files that is not part of the repository; tests that want it are skipped without it."""
    if not SAMPLES.is_dir():
        pytest.skip("the sample files are not here")
    return SAMPLES


def response(
    body: bytes | str, media_type: str = "text/html; charset=utf-8", status: int = 200, **headers: str
) -> bytes:
    """DATA of a record: status line, headers, body."""
    content = body.encode() if isinstance(body, str) else body
    lines = [f"HTTP/1.1 {status} Whatever", f"Content-Type: {media_type}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + content


def capture(url: str, body: bytes | str, *, minutes: float = 0, **more: str) -> NewCapture:
    """A response fetched `minutes` after the tests' beginning of time."""
    return NewCapture(url, START + timedelta(minutes=minutes), "127.0.0.1", response(body, **more))  # type: ignore[arg-type]


@pytest.fixture
def make_capture() -> Callable[..., NewCapture]:
    return capture


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    """An empty archive."""
    made = Archive.create(tmp_path / "test.archive", "Test")
    yield made
    made.close()


@pytest.fixture
def fill(archive: Archive) -> Callable[..., Archive]:
    """Stores captures in the archive of the test."""

    def store(*captures: NewCapture) -> Archive:
        with archive.writer() as writer:
            for new in captures:
                writer.store(new)
        return archive

    return store
