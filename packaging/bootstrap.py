"""Set up a fresh machine and start the program (`run`), the tour, the tests or the benchmarks.

Standard library only: it runs before anything is installed. It makes `.venv` in the checkout, installs the locked and
hashed dependencies, and on Debian-like systems adds the system libraries Qt needs: itself as root, otherwise by
telling which command does it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "packaging")]

import suite  # noqa: E402

from app.libraries import OFFSCREEN, SCREEN, SOUND, loads, renamed  # noqa: E402 - one list for all who look

VENV = ROOT / ".venv"
PEERS = ROOT / "build" / "peers"
IN_VENV = "Scripts/python.exe" if os.name == "nt" else "bin/python"
PYTHON = VENV / IN_VENV

VIRTUAL_SCREEN = {"Xvfb": "xvfb", "xauth": "xauth"}
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", str(Path.home() / ".local/share/fonts"))
MEMORY_DISK = Path("/dev/shm")  # noqa: S108 - a folder of our own is made in it
ROOM = 3 << 30  # a run of all tests leaves less than 1 GiB behind
CJK_FONTS = ("*cjk*", "*CJK*", "wqy*", "*SourceHan*", "*uming*", "*ukai*", "DroidSansFallback*")


def main(arguments: list[str]) -> int:
    task = arguments[0] if arguments else "run"
    if task not in ("run", "tour", "test", "bench", "translations"):
        return complain(f"There is no task “{task}”. Tasks are run, tour, test, bench and translations.")
    if sys.version_info < (3, 11):  # noqa: UP036 - this file runs on whatever Python is there
        return complain(f"Tianwang Explorer needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    screen = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) or sys.platform in (
        "win32",
        "darwin",
    )
    if task == "run" and not screen:
        print(
            "There is no screen here, so the tour is played instead; its pictures come to build/tour/.",
            flush=True,
        )
        task = "tour"
    missing = missing_packages(task) if sys.platform.startswith("linux") else []
    if missing and (problem := install_packages(missing)):
        return complain(problem)
    development = task in ("test", "bench", "translations")
    cluster = task == "test" and bool(os.environ.get("CLUSTER"))
    # what was compiled is kept, whatever the person's settings are: the tests start hundreds of processes
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if cluster:
        install_python_packages("requirements-cluster.txt")
    else:
        install_python_packages("requirements-dev.txt" if development else "requirements.txt")
        if task == "test" and not holds("ray"):
            print(
                "Ray is not installed, so the tests of clusters are skipped (make test CLUSTER=1).",
                flush=True,
            )
    return TASKS[task](arguments[1:])


def complain(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


def missing_packages(task: str) -> list[str]:
    """Debian packages whose libraries, programs or fonts are not here."""
    libraries = OFFSCREEN if task in ("test", "bench", "translations") else OFFSCREEN | SCREEN
    missing = [package for library, package in libraries.items() if not loads(library)]
    if missing or os.geteuid() == 0:  # nobody is asked for a password for the sake of sound alone
        missing += [package for library, package in SOUND.items() if not loads(library)]
    if task == "tour":
        missing += [package for program, package in VIRTUAL_SCREEN.items() if not shutil.which(program)]
    if importlib.util.find_spec("ensurepip") is None and not PYTHON.exists():
        missing.append("python3-venv")
    fonts = [font for folder in FONT_FOLDERS for font in Path(folder).rglob("*.[to]t[fc]")]
    if not fonts:
        missing.append("fonts-inter" if task in ("run", "tour") else "fonts-dejavu-core")
    if not any(font.match(pattern) for font in fonts for pattern in CJK_FONTS):
        # The small font will do for tests; for people's eyes the good one.
        missing.append("fonts-noto-cjk" if task in ("run", "tour") else "fonts-wqy-microhei")
    return missing


def install_packages(packages: list[str]) -> str:
    """Install system packages; returns a sentence when that is not possible here."""
    command = "apt-get install --no-install-recommends " + " ".join(packages)
    if not shutil.which("apt-get"):
        return "These system libraries are missing (Debian's names): " + ", ".join(packages) + "."
    if os.geteuid() != 0:
        return f"These system packages are missing; install them with:\n    sudo {command}"
    print("Installing system packages: " + " ".join(packages), flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends"]):
        if step[0] == "install":
            step = step + [renamed(package) for package in packages]  # whose names only the update made known
        done = subprocess.run(["apt-get", *step], env=environment, stdout=subprocess.DEVNULL, check=False)
        if done.returncode:
            return f"“apt-get {' '.join(step)}” failed with code {done.returncode}."

    return ""


def install_python_packages(lock: str) -> None:
    """Make `.venv` and install the lock file into it, unless that has been done."""
    lock_file = ROOT / "packaging" / lock
    wanted = hashlib.sha256(lock_file.read_bytes() + (ROOT / "pyproject.toml").read_bytes()).hexdigest()
    stamp = VENV / f"installed-{lock}"
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"Setting up {VENV.relative_to(ROOT)} (the first time this takes a minute or two) …", flush=True)
    if not works(PYTHON):
        run(sys.executable, "-m", "venv", "--clear", str(VENV))
    pip = [str(PYTHON), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    if lock != "requirements.txt":
        pip.append("--no-compile")  # the tests import a part, which is compiled then: a third less work
    with tempfile.TemporaryDirectory() as folder:
        shares = []
        for number, share in enumerate(shares_of(lock_file.read_text())):
            shares.append(Path(folder) / f"{number}.txt")
            shares[-1].write_text(share)
        # the lock names every package, so that none needs others; one process would keep one core for a minute
        running = [
            subprocess.Popen([*pip, "--no-deps", "--require-hashes", "-r", str(share)], cwd=ROOT)
            for share in shares
        ]
        codes = [process.wait() for process in running]
    if any(codes):
        sys.exit(complain(f"“pip install -r {lock_file}” failed with code {max(codes, key=abs)}."))
    run(*pip, "--no-deps", "--no-build-isolation", "-e", str(ROOT))
    stamp.write_text(wanted)


def shares_of(lock: str) -> list[str]:
    """The packages of a lock file dealt to two processes, each with its hashes."""
    packages = re.findall(r"^\S.*\n(?:[ \t]+.*\n)*", lock, re.MULTILINE)
    return ["".join(packages[number::2]) for number in range(2)]


def install_peers() -> None:
    """Make `build/peers` with the programs to compare with; without them, benchmarks give no ratios."""
    lock_file = ROOT / "packaging" / "requirements-peers.txt"
    wanted, stamp = hashlib.sha256(lock_file.read_bytes()).hexdigest(), PEERS / "installed"
    if os.environ.get("TIANWANG_PEERS") or (stamp.exists() and stamp.read_text() == wanted):
        return
    print(f"Setting up {PEERS.relative_to(ROOT)} with the programs to compare with …", flush=True)
    pip = [
        str(PEERS / IN_VENV),
        "-m",
        "pip",
        "install",
        "-q",
        "--disable-pip-version-check",
        "--retries",
        "1",
    ]
    for step in (
        [sys.executable, "-m", "venv", "--clear", str(PEERS)],
        [*pip, "--require-hashes", "-r", str(lock_file)],
    ):
        if subprocess.run(step, cwd=ROOT, check=False).returncode:
            complain(
                "They could not be installed, so some benchmarks give no ratio. With a network, try again."
            )
            shutil.rmtree(PEERS, ignore_errors=True)  # half an environment would be taken for a whole one
            return
    stamp.write_text(wanted)


def works(python: Path) -> bool:
    """Whether the virtual environment's Python still starts (it breaks when the system's Python is replaced)."""
    try:
        command = [str(python), "-m", "pip", "--version"]
        return python.exists() and not subprocess.run(command, capture_output=True, check=False).returncode
    except OSError:
        return False


def holds(package: str) -> bool:
    """Whether a package is in `.venv`."""
    places = (f"lib/python*/site-packages/{package}", f"Lib/site-packages/{package}")
    return any(found for place in places for found in VENV.glob(place))


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, check=False)
    if done.returncode:
        sys.exit(complain(f"“{' '.join(command)}” failed with code {done.returncode}."))


def start(arguments: list[str]) -> int:
    return subprocess.run([str(PYTHON), "-m", "app.main", *arguments], cwd=ROOT, check=False).returncode


def tour(arguments: list[str]) -> int:
    command = [str(PYTHON), "-m", "app.main", "--tour", *(arguments or [str(ROOT / "build" / "tour")])]
    environment = dict(os.environ)
    if sys.platform.startswith("linux") and not (
        environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")
    ):
        command = ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24", *command]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def test(arguments: list[str]) -> int:
    """Lint, types, import contracts and all tests; every check runs, the first failure's code is returned."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    environment.pop("DISPLAY", None)
    binaries = PYTHON.parent
    checks = [
        [str(binaries / "ruff"), "check", "."],
        [str(binaries / "ruff"), "format", "--check", "--quiet", "."],
        [str(PYTHON), "-m", "mypy"],
        [str(binaries / "lint-imports"), "--no-cache"],
        [str(PYTHON), "packaging/translations.py", "--check"],
    ]
    # more failures than a few have one cause, and each may take minutes
    tests = [str(PYTHON), "-m", "pytest", "--maxfail=10"]
    with _files_in_memory(environment):
        if arguments:
            return _each([*checks, [*tests, *arguments]], environment)
        return suite.run(ROOT, checks, tests, environment, suite.usable_cores())


def _each(commands: list[list[str]], environment: dict[str, str]) -> int:
    """One behind the other; the first code that is not 0."""
    failed = 0
    for command in commands:
        print(suite.shown(command), flush=True)
        code = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
        failed = failed or code
    return failed


@contextmanager
def _files_in_memory(environment: dict[str, str]) -> Iterator[None]:
    """The files of the tests in memory, where there is room. A disk takes milliseconds for each file that is synced or
    written anew (3.4 and 3.8 against 0.002 and 0.02 here), and tests do both many thousand times."""
    usable = MEMORY_DISK.is_dir() and os.access(MEMORY_DISK, os.W_OK)
    if not usable or shutil.disk_usage(MEMORY_DISK).free < ROOM or "PYTEST_DEBUG_TEMPROOT" in environment:
        yield
        return
    with tempfile.TemporaryDirectory(
        prefix="tianwang-tests-", dir=MEMORY_DISK, ignore_cleanup_errors=True
    ) as folder:
        environment["PYTEST_DEBUG_TEMPROOT"] = folder
        yield


def bench(arguments: list[str]) -> int:
    install_peers()
    scripts = sorted((ROOT / "tests" / "benchmarks").glob("bench_*.py"))
    failed = 0
    for script in scripts:
        if not arguments or script.stem.removeprefix("bench_") in arguments:
            print(f"— {script.stem.removeprefix('bench_')}", flush=True)
            failed = subprocess.run([str(PYTHON), str(script)], cwd=ROOT, check=False).returncode or failed
    return failed


def translations(arguments: list[str]) -> int:
    return subprocess.run(
        [str(PYTHON), "packaging/translations.py", *arguments], cwd=ROOT, check=False
    ).returncode


TASKS = {"run": start, "tour": tour, "test": test, "bench": bench, "translations": translations}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
