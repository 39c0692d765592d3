"""The structure of the program: no circle of imports, no folder too large to look through, one formatter."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for top in ("app", "extractors", "widgets", "resources")
    for path in (ROOT / top).rglob("*.py")
}
_MOST = 25  # modules of a folder
_IMPORT = re.compile(r"^[ \t]*(?:from (\S+) import (\([^)]*\)|[^\n]+)|import (\S+))", re.MULTILINE)


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return {name: path.read_text("utf-8") for name, path in MODULES.items()}


def imported(text: str) -> Iterator[str]:
    """The modules of the program that a module names in its import statements, wherever these stand."""
    for package, names, module in _IMPORT.findall(text):
        if module in MODULES:
            yield module
        for name in re.findall(r"\w+", names):
            meant = f"{package}.{name}" if f"{package}.{name}" in MODULES else package
            if meant in MODULES:
                yield meant


def test_no_modules_import_one_another_in_a_circle_not_even_for_their_types(texts: dict[str, str]) -> None:
    arrows = {name: set(imported(text)) - {name} for name, text in texts.items()}
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        pytest.fail(" ← ".join(error.args[1]))


def test_circles_are_seen_also_where_types_alone_are_imported() -> None:
    text = "if TYPE_CHECKING:\n    from app.archive.model import (\n        Capture,\n    )\n    from app import errors\n"
    assert set(imported(text)) == {"app.archive.model", "app.errors"}


def test_no_folder_has_more_modules_than_can_be_looked_through() -> None:
    counts = Counter(path.parent.relative_to(ROOT) for path in MODULES.values())
    assert {str(folder): count for folder, count in counts.items() if count > _MOST} == {}


def test_the_formatter_decides_everywhere(texts: dict[str, str]) -> None:
    assert [name for name, text in texts.items() if re.search(r"#\s*fmt:\s*(skip|off)", text)] == []
