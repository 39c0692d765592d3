"""The scripts that run beside pages: read by the browser itself, and kept to a few rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import resources
from widgets.web.scripts import REPLAY, page_script, source

ROOT = resources.path("scripts")
FILES = sorted(path.relative_to(ROOT).with_suffix("").as_posix() for path in ROOT.rglob("*.js"))
FORBIDDEN = {
    r"\bvar\b": "let or const",
    r"[^=!]==[^=]|!=[^=]": "=== or !==",
    r"\beval\(|\bnew Function\b|\bdocument\.write\b": "code made of text",
    r"\.innerHTML\s*=|\.outerHTML\s*=": "markup made of text",
    r"\bdebugger\b|\bconsole\.(?!log\.bind)": "left over from the search for a fault",
    r"\bargument\b": "a value that nobody gave",
    r"\t|[ \t]$": "white space",
}


def code(name: str) -> str:
    """A script without comments and texts."""
    found = re.sub(r"(?m)(^|[ \t]+)//.*$", "", source(name))
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', found)


def test_every_script_is_read_without_fault(pane: Any, keep: Any) -> None:
    """By the engine that runs it; a name given twice in the files of `replay` is a fault, too."""
    pane.show(keep("https://a.example/", "<p>x"))
    whole = {name: f"(\n{source(name)})" for name in FILES if not name.startswith("replay/")}
    whole["replay"] = page_script("secret")
    check = "(() => { try { new Function('\"use strict\"; ' + argument); return ''; } catch (e) { return String(e); } })()"
    assert {name: pane.script(check, text) for name, text in whole.items()} == dict.fromkeys(whole, "")


def test_a_fault_is_found(pane: Any, keep: Any) -> None:
    pane.show(keep("https://a.example/", "<p>x"))
    check = "(() => { try { new Function(argument); return ''; } catch (e) { return e.name; } })()"
    assert pane.script(check, "(\n() => { const a = 1, a = 2; })") == "SyntaxError"


def test_no_file_of_the_page_script_is_left_out() -> None:
    assert {f"replay/{name}" for name in REPLAY} == {name for name in FILES if name.startswith("replay/")}


@pytest.mark.parametrize("name", FILES)
def test_a_script_keeps_the_rules(name: str) -> None:
    """It says what it is for, its lines are no longer than a screen, and what it may not do stands above."""
    text = source(name)
    assert text.startswith("// ") and text.endswith("\n")
    assert [n for n, line in enumerate(text.split("\n"), 1) if len(line) > 120] == []
    assert {
        why for pattern, why in FORBIDDEN.items() if re.search(pattern, code(name), re.MULTILINE)
    } == set()


def test_every_name_of_the_page_script_is_used() -> None:
    whole = "\n".join(code(f"replay/{name}") for name in REPLAY)
    declared = re.findall(r"(?m)^(?:function\*? |const |let )(\w+)", whole)
    assert [name for name in declared if len(re.findall(rf"\b{name}\b", whole)) < 2] == []


def test_no_script_stands_in_python() -> None:
    """A text with the body of an arrow function or a declaration of JavaScript belongs in a file of its own."""
    script = re.compile(r"=> \{[^{]|\b(?:const|let) \w+ = ")
    widgets = Path(resources.__file__).parent.parent / "widgets"
    assert [path.name for path in widgets.rglob("*.py") if script.search(path.read_text("utf-8"))] == []
