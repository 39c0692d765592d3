"""Translations through Qt Linguist: collect the program's sentences, compile the catalogues, or check both.

python packaging/translations.py            update the .ts files from the sources, compile the .qm files
python packaging/translations.py --check    fail when a sentence is untranslated or a file is out of date

The sources are English: what the widgets say with `tr` and `translate`, and the messages of the engine, which stand in
tables (context "engine"). `tianwang_zh_CN.ts` holds every sentence, `tianwang_en.ts` only those with a number in them,
for their plural forms.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import app.messages  # noqa: E402  # the program need not be installed
import extractors.base.sentences  # noqa: E402

FOLDER = ROOT / "resources" / "translations"
CATALOGUES = {"zh_CN": (), "en": ("-pluralonly",)}
ALIKE = (
    "-locations",
    "none",
    "-sort-messages",
    "-disable-heuristic",
    "sametext",
    "-disable-heuristic",
    "similartext",
)
"""Leaves nothing in a catalogue that depends on line numbers, on the order of files or on what it held before."""


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print(__doc__, file=sys.stderr)
        return 2
    if arguments:
        return check()
    FOLDER.mkdir(exist_ok=True)
    left = 0
    for language in CATALOGUES:
        catalogue = catalogue_of(language)
        collect(language, catalogue)
        compile_catalogue(catalogue)
        found = unfinished(catalogue)
        left += len(found)
        print(f"{catalogue.name}: {len(sentences(catalogue))} sentence(s), {len(found)} to translate")
        print("".join(f"    {context}: {source}\n" for context, source in found), end="")
    return 1 if left else 0


def check() -> int:
    problems = [problem for language in CATALOGUES for problem in problems_of(language)]
    for problem in problems:
        print(f"{problem}; run “make translations” and translate what is left", file=sys.stderr)
    return 1 if problems else 0


def problems_of(language: str) -> list[str]:
    """What is wrong with a catalogue as it stands in the repository."""
    committed = catalogue_of(language)
    if not committed.is_file() or not committed.with_suffix(".qm").is_file():
        return [f"{committed.name} or its .qm file is missing"]
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / committed.name
        shutil.copy(committed, fresh)
        collect(language, fresh)
        compile_catalogue(fresh)
        problems = [
            f"{committed.name}: not translated: {source} ({context})" for context, source in unfinished(fresh)
        ]
        if not problems and sentences(fresh) != sentences(committed):
            problems.append(f"{committed.name} is out of date")
        if (
            not problems
            and fresh.with_suffix(".qm").read_bytes() != committed.with_suffix(".qm").read_bytes()
        ):
            problems.append(f"{committed.stem}.qm is out of date")
    return problems


def catalogue_of(language: str) -> Path:
    return FOLDER / f"tianwang_{language}.ts"


def collect(language: str, catalogue: Path) -> None:
    sources = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "widgets").rglob("*.py"))
    languages = ("-source-language", "en", "-target-language", language)
    options = (*languages, *CATALOGUES[language], *ALIKE)
    with tempfile.TemporaryDirectory() as folder:
        messages = Path(folder) / "messages.py"  # the tool reads calls, not tables
        messages.write_text(
            "".join(f"QT_TRANSLATE_NOOP('engine', {text!r})\n" for text in engine_sentences())
        )
        call("lupdate", *sources, str(messages), "-ts", str(catalogue), "-no-obsolete", *options, "-silent")


def engine_sentences() -> list[str]:
    return sorted({*app.messages.SENTENCES.values(), *extractors.base.sentences.SENTENCES.values()})


def compile_catalogue(catalogue: Path) -> None:
    call("lrelease", "-silent", str(catalogue), "-qm", str(catalogue.with_suffix(".qm")))


def call(tool: str, *arguments: str) -> None:
    program = Path(sys.executable).with_name(f"pyside6-{tool}")
    subprocess.run([str(program), *arguments], check=True, cwd=ROOT)


def unfinished(catalogue: Path) -> list[tuple[str, str]]:
    """Context and source of what nobody has translated or only begun to."""
    return [(context, source) for context, source, done, _ in sentences(catalogue) if not done]


def sentences(catalogue: Path) -> list[tuple[str, str, bool, tuple[str, ...]]]:
    """Context, source, whether it is translated, and the translation in all its plural forms."""
    found = []
    for context in ElementTree.parse(catalogue).iter("context"):  # noqa: S314 - our own file
        for message in context.iter("message"):
            translation = message.find("translation")
            forms = (
                ()
                if translation is None
                else tuple("".join(form.itertext()) for form in forms_of(translation))
            )
            done = translation is not None and translation.get("type") is None and bool(forms) and all(forms)
            found.append((context.findtext("name", ""), message.findtext("source", ""), done, forms))
    return found


def forms_of(translation: ElementTree.Element) -> list[ElementTree.Element]:
    return translation.findall("numerusform") or [translation]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
