"""Setting up a machine: what is missing is installed by root, and named to everybody else."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="system packages are a matter of Debian"
)


@pytest.fixture
def bootstrap(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    path = Path(__file__).parents[2] / "packaging" / "bootstrap.py"
    spec = importlib.util.spec_from_file_location("bootstrap", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "loads", lambda library: library != "libnss3.so")
    monkeypatch.setattr(module, "install_python_packages", lambda lock: None)
    monkeypatch.setenv("DISPLAY", ":0")
    return module


def test_an_ordinary_user_is_told_the_command_that_installs_what_is_missing(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(shutil, "which", lambda program: f"/usr/bin/{program}")
    assert bootstrap.main(["run"]) == 1
    assert "sudo apt-get install --no-install-recommends libnss3" in capsys.readouterr().err


def test_elsewhere_the_packages_are_named(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda program: None)
    assert bootstrap.main(["test"]) == 1
    assert "libnss3" in capsys.readouterr().err


def test_root_installs_it_under_the_name_the_system_has_for_it(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        commands.append(command)
        return subprocess.CompletedProcess(command, 0)  # apt-cache knows every name, the t64 ones too

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda program: f"/usr/bin/{program}")
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setitem(bootstrap.TASKS, "run", lambda arguments: 0)
    assert bootstrap.main(["run"]) == 0
    assert ["apt-get", "update", "-qq"] in commands
    assert any(command[:2] == ["apt-get", "install"] and "libnss3t64" in command for command in commands)


def test_without_a_screen_the_tour_is_played(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(bootstrap, "missing_packages", lambda task: [])
    monkeypatch.setitem(bootstrap.TASKS, "tour", lambda arguments: 7)
    assert bootstrap.main(["run"]) == 7
    assert "tour" in capsys.readouterr().out


def test_an_unknown_task_is_refused(bootstrap: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.main(["dance"]) == 1
    assert "dance" in capsys.readouterr().err


def test_benchmarks_run_without_the_programs_to_compare_with(
    bootstrap: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        commands.append(command)
        return subprocess.CompletedProcess(command, "pip" in command)  # pip has no network

    monkeypatch.delenv("TIANWANG_PEERS", raising=False)
    monkeypatch.setattr(bootstrap, "PEERS", bootstrap.ROOT / "build" / f"peers-{tmp_path.name}")
    monkeypatch.setattr(subprocess, "run", run)
    bootstrap.install_peers()
    assert [command[1:3] for command in commands] == [["-m", "venv"], ["-m", "pip"]]
    assert "no ratio" in capsys.readouterr().err and not bootstrap.PEERS.exists()
    monkeypatch.setenv("TIANWANG_PEERS", sys.executable)
    bootstrap.install_peers()
    assert len(commands) == 2


def test_the_files_of_the_tests_are_in_memory_where_there_is_room_and_gone_afterwards(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bootstrap, "MEMORY_DISK", tmp_path)
    monkeypatch.setattr(bootstrap, "ROOM", 0)
    environment: dict[str, str] = {}
    with bootstrap._files_in_memory(environment):
        folder = Path(environment["PYTEST_DEBUG_TEMPROOT"])
        assert folder.parent == tmp_path
        (folder / "left").mkdir()
    assert list(tmp_path.iterdir()) == []
    for missing in ({"MEMORY_DISK": tmp_path / "none"}, {"MEMORY_DISK": tmp_path, "ROOM": 1 << 60}):
        for name, value in missing.items():
            monkeypatch.setattr(bootstrap, name, value)
        environment = {}
        with bootstrap._files_in_memory(environment):
            assert environment == {}


@pytest.mark.parametrize("cluster", ["", "1"])
def test_ray_is_installed_when_asked_for_and_otherwise_it_is_said_that_tests_are_skipped(
    bootstrap: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], cluster: str
) -> None:
    locks: list[str] = []
    monkeypatch.setenv("CLUSTER", cluster)
    monkeypatch.setattr(bootstrap, "missing_packages", lambda task: [])
    monkeypatch.setattr(bootstrap, "install_python_packages", locks.append)
    monkeypatch.setattr(bootstrap, "holds", lambda package: False)
    monkeypatch.setitem(bootstrap.TASKS, "test", lambda arguments: 0)
    assert bootstrap.main(["test"]) == 0
    assert locks == ["requirements-cluster.txt" if cluster else "requirements-dev.txt"]
    assert ("skipped" in capsys.readouterr().out) == (not cluster)


def test_what_clusters_need_changes_no_version_of_anything_else(bootstrap: ModuleType) -> None:
    folder = bootstrap.ROOT / "packaging"
    least, more = (
        {line for line in (folder / f"requirements-{name}.txt").read_text().splitlines() if "==" in line}
        for name in ("dev", "cluster")
    )
    assert least < more
    assert {line.partition("==")[0] for line in more - least} >= {"ray", "pyarrow"}


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt", "requirements-cluster.txt"])
def test_every_line_of_a_lock_goes_to_one_of_the_two_that_install_it(
    bootstrap: ModuleType, lock: str
) -> None:
    whole = (bootstrap.ROOT / "packaging" / lock).read_text()
    shares = bootstrap.shares_of(whole)
    assert sorted("".join(shares).splitlines()) == sorted(whole.splitlines())
    for share in shares:
        assert share.count("==") > 10 and not share.startswith(" ")
