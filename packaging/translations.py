"""Translations through Qt Linguist: collect the program's sentences, compile the catalogues, or check both.

python packaging/translations.py            update the .ts files from the sources, compile the .qm files
python packaging/translations.py --check    fail when a sentence is untranslated or a file is out of date
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
LANGUAGES = ("zh_CN",)


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        return check()
    FOLDER.mkdir(exist_ok=True)
    for language in LANGUAGES:
        catalogue = FOLDER / f"tianwang_{language}.ts"
        collect(catalogue)
        compile_catalogue(catalogue, catalogue.with_suffix(".qm"))
        left = untranslated(catalogue)
        print(f"{language}: {left} sentence(s) to translate")
    return 0


def check() -> int:
    failed = 0
    for language in LANGUAGES:
        committed = FOLDER / f"tianwang_{language}.ts"
        with tempfile.TemporaryDirectory() as folder:
            fresh = Path(folder) / committed.name
            shutil.copy(committed, fresh)
            collect(fresh)
            compile_catalogue(fresh, fresh.with_suffix(".qm"))
            if (left := untranslated(fresh)) > 0:
                print(
                    f"{committed.name}: {left} sentence(s) are not translated; run “make translations” and translate them"
                )
                failed = 1
            elif sentences(fresh) != sentences(committed):
                print(f"{committed.name} is out of date: run “make translations”")
                failed = 1
            elif fresh.with_suffix(".qm").read_bytes() != committed.with_suffix(".qm").read_bytes():
                print(f"{committed.stem}.qm is out of date: run “make translations”")
                failed = 1
    return failed


def collect(catalogue: Path) -> None:
    sources = sorted(str(path) for path in (ROOT / "widgets").rglob("*.py"))
    call("lupdate", *sources, "-ts", str(catalogue), "-no-obsolete", "-locations", "none", "-silent")


def compile_catalogue(catalogue: Path, target: Path) -> None:
    call("lrelease", "-silent", str(catalogue), "-qm", str(target))


def call(tool: str, *arguments: str) -> None:
    program = Path(sys.executable).with_name(f"pyside6-{tool}")
    subprocess.run([str(program), *arguments], check=True, cwd=ROOT)


def untranslated(catalogue: Path) -> int:
    return sum(
        message.find("translation") is None or message.find("translation").get("type") == "unfinished"  # type: ignore[union-attr]
        for message in ElementTree.parse(catalogue).iter("message")  # noqa: S314 - our own file
    )


def sentences(catalogue: Path) -> list[tuple[str | None, ...]]:
    """Context, source and translation of every message."""
    tree = ElementTree.parse(catalogue)  # noqa: S314 - our own file
    return [
        (context.findtext("name"), message.findtext("source"), "".join(message.find("translation").itertext()))  # type: ignore[union-attr]
        for context in tree.iter("context")
        for message in context.iter("message")
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
