"""The browsers that this program starts: ours and no other, also where the program is no Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app import __version__, starting

BROWSERS = (starting.CAPTURE, starting.LIVE, starting.MEASURING)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder with packages that are named like ours and leave a file where they are run."""
    code = "import pathlib; pathlib.Path(__file__).with_name('run').write_text('')"
    for browser in BROWSERS:
        file = tmp_path / f"{browser.replace('.', '/')}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        for one in (file, file.parent / "__init__.py", tmp_path / "widgets/__init__.py"):
            one.write_text(code)
    return tmp_path


def stand_in(folder: Path, entry: str) -> str:
    """A program that is bundled as far as it can tell, and understands only what its entry point does."""
    file = folder / "bundled"
    file.write_text(
        f"#!{sys.executable}\nimport sys\nsys.path[:] = {sys.path!r}\nsys.frozen = True\n"
        f"from {entry} import main\nsys.exit(main())\n"
    )
    file.chmod(0o755)
    return str(file)


def started(command: list[str], cwd: Path) -> str:
    """What a browser says that is started without the port it needs, and so ends at once."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ran = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    return ran.stderr


@pytest.mark.parametrize("browser", BROWSERS)
def test_what_lies_where_the_person_is_is_not_run(browser: str, hostile: Path) -> None:
    assert "required: --port" in started(starting.command(browser), hostile)
    assert list(hostile.rglob("run")) == []


@pytest.mark.skipif(os.name == "nt", reason="a script is no program there")
@pytest.mark.parametrize(
    ("browser", "entry"),
    [(starting.CAPTURE, "app.cli"), (starting.LIVE, "app.main"), (starting.MEASURING, "app.cli")],
)
def test_a_bundled_program_is_its_own_browser(
    browser: str, entry: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is no Python in it that could be given code."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", stand_in(tmp_path, entry))
    assert "required: --port" in started(starting.command(browser), tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="a script is no program there")
@pytest.mark.parametrize("entry", ["app.cli", "app.main"])
def test_a_bundled_program_is_its_own_command_line(
    entry: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", stand_in(tmp_path, entry))
    assert version_of(tmp_path) == f"tianwang {__version__}\n"


@pytest.mark.skipif(os.name == "nt", reason="a script is no program there")
@pytest.mark.parametrize("entry", ["app.cli", "app.main"])
def test_a_bundled_program_is_its_own_node(
    entry: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", stand_in(tmp_path, entry))
    ran = subprocess.run(
        starting.command(starting.NODE), cwd=tmp_path, input="{}", capture_output=True, text=True, timeout=60
    )
    assert ran.stderr.endswith("KeyError: 'port'\n")  # it reads where to connect, as a node does


def test_the_command_line_is_ours_wherever_the_person_is(tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "__init__.py").write_text("raise SystemExit('not ours')", "utf-8")
    assert version_of(tmp_path) == f"tianwang {__version__}\n"


def version_of(cwd: Path) -> str:
    asked = [*starting.command(starting.COMMANDS), "--version"]
    ran = subprocess.run(asked, cwd=cwd, capture_output=True, text=True, timeout=60, check=True)
    return ran.stdout


@pytest.mark.parametrize("arguments", [[], ["--be"], ["--be=os"], ["x", f"--be={starting.CAPTURE}"]])
def test_other_arguments_ask_for_no_browser(arguments: list[str]) -> None:
    assert starting.asked_for(arguments) == ""
