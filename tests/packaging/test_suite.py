"""The suite in pieces: all of it is dealt, and what fails or hangs gets one second try, which is told."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def suite(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location("suite", ROOT / "packaging" / "suite.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "suite", module)
    spec.loader.exec_module(module)
    return module


def piece(suite: ModuleType, folder: Path, code: str, failed: tuple[str, ...] = ()) -> object:
    """A process that counts how often it ran in `ran`; `failed` are the tests that pytest notes in its cache."""
    noted = folder / "v" / "cache"
    noted.mkdir(parents=True)
    (noted / "lastfailed").write_text(json.dumps(dict.fromkeys(failed, True)))
    count = f"path = {str(folder / 'ran')!r}; open(path, 'a').write('.'); ran = len(open(path).read())"
    return suite.Piece([sys.executable, "-S", "-c", f"import os, sys\n{count}\n{code}"], folder)


def times(folder: Path) -> int:
    return len((folder / "ran").read_text())


HANG = "import faulthandler, signal; faulthandler.dump_traceback_later(0.1, exit=True); signal.pause()"


def test_every_test_is_dealt_once(suite: ModuleType) -> None:
    paths = [path for group in suite.divided(ROOT) for path in group]
    found = [
        file
        for path in map(ROOT.joinpath, paths)
        for file in (path.rglob("test_*.py") if path.is_dir() else [path])
    ]
    assert sorted(found) == sorted((ROOT / "tests").rglob("test_*.py"))
    assert all((ROOT / name).exists() for name in suite._SECONDS), "a folder that is weighed is gone"


@pytest.mark.parametrize(
    ("code", "failed", "result", "often", "told"),
    [
        ("print('fine')", (), 0, 1, "fine"),
        ("sys.exit(ran == 1)", ("tests/a.py::test_b",), 0, 2, "PASSED AT THE SECOND TRY: tests/a.py::test_b"),
        ("sys.exit(1)", ("tests/a.py::test_b",), 1, 2, "run once more, alone"),
        ("sys.exit(1)", tuple(f"tests/a.py::test_{n}" for n in range(6)), 1, 1, "Failed."),
        ("sys.exit(3)", ("tests/a.py::test_of_a_run_before",), 3, 1, "Failed."),
        ("os.abort()", (), -6, 1, "Failed."),
        (f"if ran == 1:\n  {HANG}", (), 0, 2, "PASSED AT THE SECOND TRY: all of"),
        (HANG, (), 1, 2, "came to a stop"),
    ],
    ids=["passes", "once", "twice", "many", "breaks", "crashes", "hangs once", "hangs twice"],
)
def test_what_fails_or_hangs_is_run_once_more_and_what_breaks_is_not(
    suite: ModuleType,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    code: str,
    failed: tuple[str, ...],
    result: int,
    often: int,
    told: str,
) -> None:
    """What is seen of a test that hangs is what Python's fault handler writes of it."""
    pieces = [piece(suite, tmp_path / "one", code, failed), piece(suite, tmp_path / "two", "print('beside')")]
    outcomes = suite.dealt(tmp_path, pieces, dict(os.environ), 2)
    assert suite.settled(outcomes, tmp_path, dict(os.environ)) == result
    assert (times(tmp_path / "one"), times(tmp_path / "two")) == (often, 1)
    said = capsys.readouterr().out
    assert told in said and "beside" in said
    assert ("SECOND TRY" in said) == (often == 2 and result == 0)


def test_the_second_try_of_pytest_runs_what_failed_alone(
    suite: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    luck = tmp_path / "tests" / "luck"
    luck.mkdir(parents=True)
    (luck / "test_luck.py").write_text(
        "from pathlib import Path\n"
        "def test_slow():\n    once = Path(__file__).with_suffix('.once')\n    known = once.exists()\n"
        "    once.touch()\n    assert known\n"
        "def test_other():\n    pass\n"
    )
    pytest_ = [sys.executable, "-m", "pytest", "-p", "no:hypothesispytest", "-p", "no:pytest-qt"]
    assert (
        suite.run(tmp_path, [[sys.executable, "-S", "-c", "print('checked')"]], pytest_, dict(os.environ), 1)
        == 0
    )
    said = capsys.readouterr().out
    assert "checked" in said and "1 failed, 1 passed" in said and "= 1 passed" in said
    assert "PASSED AT THE SECOND TRY: tests/luck/test_luck.py::test_slow" in said


def test_a_piece_that_hangs_without_a_word_is_made_to_say_where(
    suite: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suite, "_LONGEST", 0.3)
    code = (
        "import faulthandler, signal; faulthandler.enable(); print('in a dialog', flush=True); signal.pause()"
    )
    (outcome,) = suite.dealt(tmp_path, [piece(suite, tmp_path / "one", code)], dict(os.environ), 1)
    assert (outcome.code, outcome.hangs) == (-6, True)
    assert "in a dialog" in outcome.said and "signal.pause" not in outcome.said
    assert "most recent call first" in outcome.said and "The tests hang" in outcome.said
