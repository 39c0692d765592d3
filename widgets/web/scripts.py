"""Our own scripts beside the page, from `resources/scripts`: one file a script.

Those of `replay` report scrolling and paint marks. They run in QtWebEngine's application world: it shares the document
with the page, but no variables, so neither can see or break the other. Every other file is one function, whose
argument and value are JSON.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from PySide6.QtWebEngineCore import QWebEngineScript

import resources

# in this order, in one scope: the first makes the object that the others give functions to
REPLAY = (
    "scrolling",
    "finding",
    "words",
    "pictures",
    "ground",
    "outlines",
    "breaks",
    "marks",
    "found",
    "appearance",
    "sent",
)


@cache
def source(name: str) -> str:
    """The text of a script: a function, or a part of that of `replay`."""
    return resources.path("scripts", f"{name}.js").read_text(encoding="utf-8")


def run(name: str, **arguments: Any) -> str:
    """JavaScript that calls the function of a file with an object of these arguments."""
    return f"(\n{source(name)})({json.dumps(arguments)})"


def injected(
    name: str, code: str, world: QWebEngineScript.ScriptWorldId, *, frames: bool = True
) -> QWebEngineScript:
    """A script that runs in every document before any other, and in its `frames` too."""
    script = QWebEngineScript()
    script.setName(name)
    script.setSourceCode(code)
    script.setInjectionPoint(QWebEngineScript.InjectionPoint.DocumentCreation)
    script.setWorldId(world)
    script.setRunsOnSubFrames(frames)
    return script


def no_peers() -> QWebEngineScript:
    """Takes away what connects browsers with each other."""
    return injected("no peers", run("no_peers"), QWebEngineScript.ScriptWorldId.MainWorld)


def page_script(secret: str) -> str:
    """The script that is put into every page before its own scripts run; it may come by two ways."""
    parts = "".join(source(f"replay/{part}") for part in REPLAY)
    return f'globalThis.tianwangReplay || ((SECRET) => {{\n"use strict";\n{parts}}})({json.dumps(secret)});'


def call(function: str, arguments: Sequence[Any]) -> str:
    """JavaScript that calls one of the functions of `replay` and gives back its value as JSON."""
    given = ", ".join(json.dumps(argument) for argument in arguments)
    return f"globalThis.tianwangReplay ? JSON.stringify(tianwangReplay.{function}({given})) : ''"
