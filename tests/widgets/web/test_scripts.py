"""The scripts that run beside pages: read by the browser itself, and kept to a few rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import resources
from tests.widgets.web.javascript import Names
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
MISLEADING = frozenset(
    re.findall(r"\w+", "close event find history length name open origin parent print status stop")
)
"""Names that every window has, so that a slip of the pen would find something."""


def whole_scripts() -> dict[str, str]:
    """Each script as the browser gets it: those of `replay` are one."""
    return {name: f"(\n{source(name)})" for name in FILES if not name.startswith("replay/")} | {
        "replay": page_script("secret")
    }


def code(name: str) -> str:
    """A script without comments and texts."""
    found = re.sub(r"(?m)(^|[ \t]+)//.*$", "", source(name))
    return re.sub(r'"(?:\\.|[^"\\\n])*"', '""', found)


def test_every_script_is_read_without_fault(pane: Any, keep: Any) -> None:
    """By the engine that runs it; a name given twice in the files of `replay` is a fault, too."""
    pane.show(keep("https://a.example/", "<p>x"))
    whole = whole_scripts()
    check = "(() => { try { new Function('\"use strict\"; ' + argument); return ''; } catch (e) { return String(e); } })()"
    assert {name: pane.script(check, text) for name, text in whole.items()} == dict.fromkeys(whole, "")


def test_a_fault_is_found(pane: Any, keep: Any) -> None:
    pane.show(keep("https://a.example/", "<p>x"))
    check = "(() => { try { new Function(argument); return ''; } catch (e) { return e.name; } })()"
    assert pane.script(check, "(\n() => { const a = 1, a = 2; })") == "SyntaxError"


def test_every_name_of_a_script_is_declared_and_used(pane: Any, keep: Any) -> None:
    """What a script does not declare, every page has; what it declares, it uses."""
    pane.show(keep("https://a.example/", "<p>x"))
    for name, text in whole_scripts().items():
        names = Names(text)
        assert (name, names.unused()) == (name, set())
        wanted = sorted(names.undeclared())
        check = "argument.filter((name) => !(name in globalThis))"
        assert (name, pane.script(check, wanted)) == (name, [])
        assert (name, names.undeclared() & MISLEADING) == (name, set())


@pytest.mark.parametrize(
    ("text", "undeclared", "unused"),
    [
        ("(a, b = a) => a + b + c", {"c"}, set()),
        ("({ a, b: [c, ...d], e = 1 }) => { use(a, d, e); }", {"use"}, {"c"}),
        ("{ const a = 1; } a;", {"a"}, {"a"}),
        ("for (const a of b) { c(a); } a;", {"a", "b", "c"}, set()),
        ("function f(a) { let b; return `${a} ${b ? f : g.h}`; }", {"g"}, set()),
        ("try { a(); } catch (e) { b({ e: 1, c }); }", {"a", "b", "c"}, {"e"}),
        ('const a = /[/"]b/.test(x), { b = a } = x; f({ b });', {"f", "x"}, set()),
        ("const f = (_, a) => x?.a, g = async function* () { await f; };", {"x"}, {"a", "g"}),
    ],
)
def test_undeclared_and_unused_names_are_found(text: str, undeclared: set[str], unused: set[str]) -> None:
    names = Names(text)
    assert (names.undeclared(), names.unused()) == (undeclared, unused)


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
