"""What the engine says is a code with arguments: each has one sentence, and no sentence stands anywhere else."""

from __future__ import annotations

import ast
import copy
import json
import pickle
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from app.messages import SENTENCES, Message
from extractors.base import messages, sentences
from widgets.words import reasons

ROOT = Path(__file__).parents[2]
HOUSES = {"app": SENTENCES, "extractors": sentences.SENTENCES}
TABLES = ("app/messages.py", "extractors/base/messages.py", "extractors/base/sentences.py")
HANDED_ON = {"7: 7"}  # words of others
# calls whose text reaches a person, and which argument of them it is
CALLS = {
    "_broken": 1,
    "FormatError": 2,
    "_warn": 0,
    "FetchFailed": 1,
    "Deviation": 2,
    "Problem": 3,
    "problem": 1,
    "Skipped": 0,
    "_Skip": 0,
    "Omission": 1,
    "Damage": 1,
    "Tail": 2,
    "skip": 1,
    "damage": 1,
    "_break": 0,
    "_ends": 0,
    "warn": 0,
    "HeaderError": 0,
    "RecipeError": 0,
    "ChildGone": 0,
    "NameFailed": 0,
    "Unreadable": 0,
    "Unopened": 0,
    "weigh": 3,
    "Candidate": 3,
}


@cache
def trees(house: str) -> dict[str, ast.AST]:
    """The modules of a house, without those where sentences belong."""
    names = (file.relative_to(ROOT).as_posix() for file in sorted((ROOT / house).rglob("*.py")))
    engine = [name for name in names if "/cli/" not in name and not name.endswith(TABLES)]
    return {name: ast.parse((ROOT / name).read_text("utf-8")) for name in engine}


def every_call(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield getattr(node.func, "id", getattr(node.func, "attr", "")), node


def calls(tree: ast.AST, wanted: str) -> Iterator[ast.Call]:
    return (call for name, call in every_call(tree) if name == wanted)


def arguments_of(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def literal(node: ast.expr) -> list[str]:
    """The texts that are written out in an expression."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr():
            return ["".join(part.value if isinstance(part, ast.Constant) else "7" for part in node.values)]
        case ast.IfExp():
            return literal(node.body) + literal(node.orelse)
        case ast.BoolOp():
            return [text for value in node.values for text in literal(value)]
    return []


def told(tree: ast.AST) -> Iterator[str]:
    """Texts written out where a message belongs."""
    codes = set(reasons._sentences())
    for node in ast.walk(tree):
        if isinstance(node, ast.Tuple) and len(node.elts) == 2 and set(literal(node.elts[0])) & codes:
            yield from literal(node.elts[1])
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Attribute) and target.attr in ("warnings", "error")
            for target in node.targets
        ):
            yield from literal(node.value)
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        owner = getattr(node.func, "value", None)
        if name in CALLS and len(node.args) > CALLS[name]:
            yield from literal(node.args[CALLS[name]])
        if name == "append" and getattr(owner, "id", getattr(owner, "attr", "")) in ("warnings", "reasons"):
            yield from literal(node.args[0])
        for keyword in node.keywords:
            if keyword.arg == "detail":
                yield from literal(keyword.value)


@pytest.mark.parametrize("house", HOUSES)
def test_every_code_has_a_sentence_that_takes_its_arguments(house: str) -> None:
    wrong = []
    for name, tree in trees(house).items():
        for call in calls(tree, "Message"):
            given = {keyword.arg for keyword in call.keywords}
            for code in literal(call.args[0]):
                if code not in HOUSES[house] or arguments_of(HOUSES[house][code]) != given:
                    wrong.append((name, call.lineno, code))
    assert wrong == []


def test_every_error_for_a_person_is_raised_with_the_arguments_of_its_sentence() -> None:
    modules = [*trees("app").values(), *trees("widgets").values()]
    needed = {"IndexDamaged": {"archive", "detail"}}  # makes one of its arguments of another
    for node in (node for tree in modules for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
        for line in node.body:
            if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == "code":
                needed.setdefault(node.name, arguments_of(SENTENCES[literal(line.value)[0]]))
    assert {"ArchiveMissing", "SettingsInvalid", "SelectorInvalid", "BrowserUnavailable"} <= set(needed)
    wrong = [
        (name, call.lineno)
        for tree in modules
        for name, call in every_call(tree)
        if name in needed and {keyword.arg for keyword in call.keywords} != needed[name]
    ]
    assert wrong == []


@pytest.mark.parametrize("house", HOUSES)
def test_every_sentence_is_said_and_stands_there_once(house: str) -> None:
    written = {
        node.value
        for tree in (*trees(house).values(), *trees("widgets").values())
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
    }
    assert sorted(code for code in HOUSES[house] if code not in written) == []
    assert len(set(HOUSES[house].values())) == len(HOUSES[house])


@pytest.mark.parametrize("house", HOUSES)
def test_no_sentence_is_written_where_a_code_belongs(house: str) -> None:
    sentences = set(HOUSES[house].values())
    texts = {
        (name, text)
        for name, tree in trees(house).items()
        for text in (
            *told(tree),
            *(
                node.value
                for node in ast.walk(tree)
                if isinstance(node, ast.Constant) and node.value in sentences
            ),
        )
    }
    assert sorted(found for found in texts if " " in found[1] and found[1] not in HANDED_ON) == []


def test_a_message_is_its_sentence_for_who_knows_no_codes() -> None:
    message = Message("record-damaged", reason=Message("digest-differs"))
    assert message == "The record is damaged: DATA does not have the digest stored with it."
    assert json.dumps([message]) == f'["{message}"]'
    assert sorted([message, "A"]) == ["A", message]
    assert (message.code, message.arguments["reason"].code) == ("record-damaged", "digest-differs")


@pytest.mark.parametrize(
    "message",
    [Message("digest-differs"), Message("version-no-number").opening(), Message("bytes-over", count=7)],
)
def test_a_message_outlives_processes_and_copies(message: Message) -> None:
    for other in (pickle.loads(pickle.dumps(message)), copy.deepcopy(message), str(message)):
        assert (str(other), other.code, other.arguments) == (str(message), message.code, message.arguments)
    assert Message.unpacked(json.loads(json.dumps(message.packed()))).code == message.code


def test_an_exception_hands_its_message_on() -> None:
    error = ValueError(Message("proxy-scheme"))
    assert isinstance(str(error), messages.Message)
    assert Message("record-unfit", detail=error).arguments["detail"].code == "proxy-scheme"
    assert Message("record-unfit", detail=OSError(28, "No space left on device")).endswith("device.")


def test_an_unknown_code_and_a_missing_argument_are_mistakes() -> None:
    with pytest.raises(KeyError):
        Message("nobody-said-this")
    with pytest.raises(KeyError):
        Message("bytes-over")
