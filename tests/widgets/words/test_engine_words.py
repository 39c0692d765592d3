"""What the engine says in English is known to the window, which says it in the language of the program."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from widgets.words import engine as engine_words
from widgets.words import reasons

ROOT = Path(__file__).parents[3]
# calls whose text reaches the window, and which argument of them it is (-1: the last)
CALLS = {
    "Unreadable": 0,
    "Unopened": 0,
    "_Skip": 0,
    "_broken": 1,
    "FormatError": 2,
    "_warn": 0,
    "FetchFailed": 1,
    "Deviation": 2,
    "Problem": 3,
    "problem": 1,
    "Skipped": 0,
    "Omission": 1,
    "Damage": 1,
    "Tail": 2,
    "skip": 1,
    "damage": 1,
    "_break": 0,
    "_ends": 0,
    "warn": 0,
    "weigh": 3,
}
# modules all of whose sentences reach the window: as a module constant, an assignment or what a function returns
SPEAKING = (
    "app/tianwang/sealing.py",
    "app/tianwang/recovery/judge.py",
    "app/tianwang/recovery/text_mode.py",
    "app/tianwang/recovery/text_mode.py",
    "app/archive/reading.py",
    "app/interchange/job.py",
    "app/interchange/tianwang_in.py",
    "app/interchange/exporting.py",
    "app/interchange/warc_in.py",
    "app/interchange/warc_records.py",
)
CODES = set(reasons._sentences())
# a word of a library or of the program in a sentence that is only handed on
HANDED_ON = {"7: 7", "7", "", "7font-size", "h7"}


def text_of(node: ast.expr) -> list[str]:
    """The texts an expression can be; a field of an f-string is 7."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr():
            return ["".join(part.value if isinstance(part, ast.Constant) else "7" for part in node.values)]
        case ast.IfExp():
            return text_of(node.body) + text_of(node.orelse)
        case ast.Tuple():
            return [text for element in node.elts for text in text_of(element)]
    return []


def said(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple) and len(node.elts) == 2 and set(text_of(node.elts[0])) & CODES:
            yield from text_of(node.elts[1])  # a reason code and what exactly decided
        if isinstance(node, ast.FunctionDef) and node.name == "shape_of_trap":
            for inner in ast.walk(node):
                if isinstance(inner, ast.Return) and inner.value:
                    yield from text_of(inner.value)
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Attribute) and target.attr in ("warnings", "error")
            for target in node.targets
        ):
            yield from text_of(node.value)
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        owner = getattr(
            getattr(node.func, "value", None), "id", getattr(getattr(node.func, "value", None), "attr", "")
        )
        if name in CALLS and len(node.args) > CALLS[name]:
            yield from text_of(node.args[CALLS[name]])
        if name == "append" and owner in ("warnings", "reasons"):
            yield from text_of(node.args[0])
        if name == "Candidate":  # where it was found, and why it is a title or none
            yield from (
                text for place in (1, 3) for arg in node.args[place : place + 1] for text in text_of(arg)
            )
        for keyword in node.keywords:
            if keyword.arg == "detail":
                yield from text_of(keyword.value)


def spoken(tree: ast.AST) -> Iterator[str]:
    """Texts that read like a sentence and are assigned or returned, wherever that is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.Return) and node.value is not None:
            parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            for text in (text for part in parts for text in text_of(part)):
                if len(text.split()) > 3 and text.isprintable() and "{" not in text and "SELECT" not in text:
                    yield text


def engine_sentences() -> list[str]:
    files = [file for part in ("app", "extractors") for file in sorted((ROOT / part).rglob("*.py"))]
    trees = [
        ast.parse(file.read_text("utf-8")) for file in files if "cli" not in file.relative_to(ROOT).parts
    ]
    speaking = [ast.parse((ROOT / name).read_text("utf-8")) for name in SPEAKING]
    found = {text for tree in trees for text in said(tree)} | {
        text for tree in speaking for text in spoken(tree)
    }
    return sorted(found - HANDED_ON)


def test_every_sentence_written_in_the_engine_is_in_the_table() -> None:
    sentences = engine_sentences()
    assert len(sentences) > 50
    assert [text for text in sentences if engine_words.known(text) is None] == []


def test_without_a_translation_the_sentence_stays_as_it_is(qapp) -> None:
    for text in (
        "The PDF holds no text; its pages are pictures.",
        "robots.txt: no answer in time",
        "Boom (7)",
    ):
        assert engine_words.say(text) == text


@pytest.mark.parametrize(
    ("text", "template", "values"),
    [
        (
            "Only the first 20 of 300 pages were read.",
            "Only the first {number} of {count} pages were read.",
            ("20", "300"),
        ),
        ("robots.txt: given up: too slow", "robots.txt: {detail}", ("given up: too slow",)),
        ("Permission denied", "Permission denied", ()),
    ],
)
def test_a_sentence_is_taken_apart_by_its_pattern(text: str, template: str, values: tuple[str, ...]) -> None:
    found = engine_words.known(text)
    assert found is not None
    assert (found[0], tuple(found[1].values())) == (template, values)


def test_what_stands_inside_a_sentence_is_translated_too(monkeypatch) -> None:
    words = {"robots.txt: {detail}": "robots.txt：{detail}", "no answer in time": "响应超时"}
    monkeypatch.setattr(QCoreApplication, "translate", lambda _context, text: words[text])
    assert engine_words.say("robots.txt: no answer in time") == "robots.txt：响应超时"


def test_what_is_said_of_a_file_inside_another_is_translated_behind_its_name(monkeypatch) -> None:
    monkeypatch.setattr(
        QCoreApplication, "translate", lambda _context, text: "无文字" if "It holds" in text else text
    )
    assert engine_words.say("a.zip: b.doc: It holds no text.") == "a.zip: b.doc: 无文字"
    assert engine_words.say("C: nobody wrote this sentence") == "C: nobody wrote this sentence"


def test_reasons_made_of_several_are_translated_one_by_one(monkeypatch) -> None:
    words = {
        "bold": "粗体",
        "very long": "很长",
        ", ": "，",
        "{times} times as large as the text": "{times} 倍",
    }
    monkeypatch.setattr(QCoreApplication, "translate", lambda _context, text, *_: words.get(text, text))
    assert engine_words.say_list("2.3 times as large as the text, bold, very long") == "2.3 倍，粗体，很长"
    assert engine_words.say_list("") == ""


def test_half_a_sentence_is_known_with_a_capital_too(qapp) -> None:
    assert engine_words.known("The header fits its header-check") is not None
    assert engine_words.say("The header fits its header-check") == "The header fits its header-check"
    assert engine_words.say("the header is cut") == "the header is cut"


def test_the_template_with_the_most_words_of_its_own_is_taken() -> None:
    found = engine_words.known(
        "archive/data.warc.gz: the last 189 bytes were left out: the gzip member is cut."
    )
    assert found is not None and found[1]["name"] == "archive/data.warc.gz" and found[1]["size"] == "189"
