"""Pages read and rules applied in a process of its own, within limits of time and memory.

A rule or a page that takes for ever, or brings a library down, costs its process and no more. `answers` of the questions
of `asking` are made there.
"""

from __future__ import annotations

import pickle  # what is loaded was dumped by the process that this one started
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from types import TracebackType
from typing import Any, TypeVar, cast

from app.errors import UserError
from app.fields.page import Finding, Page
from app.fields.rules import Field
from extractors.door.processes import Process
from extractors.door.worker import CALL

SECONDS = 5.0
"""For the fields of one page."""
MEMORY = 1 << 30
LARGEST = 16 << 20
"""Bytes of a page; nothing is looked for in a larger one."""

Made = TypeVar("Made")


class FieldsUnavailable(UserError):
    """No process can be started in which rules could be applied."""

    code = "fields-unavailable"


@dataclass(frozen=True, slots=True)
class Document:
    """A page as it goes to the process."""

    url: str
    data: bytes
    charset: str | None

    def page(self) -> Page:
        """It, read."""
        return Page(self.data, self.charset, self.url)


def findings(document: Document, fields: Sequence[Field]) -> list[list[Finding]]:
    """The values of each field on a page. Without limits: for the process."""
    page = document.page()
    return [page.findings(field) for field in fields]


class Limited:
    """The process, started when it is first needed and again after one was ended. For one thread. To be closed."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._process: Process | None = None

    def __enter__(self) -> Limited:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._process is not None:
            self._process.end()
            self._process = None

    def findings(self, document: Document, fields: Sequence[Field]) -> list[list[Finding] | None]:
        """The values of each field on a page; None for a field that did not come to an end on it."""
        if len(document.data) > LARGEST:
            return [[] for _ in fields]
        found = self.call(findings, document, tuple(fields))
        if found is not None:
            return list(found)
        if len(fields) == 1:
            return [None]
        return [self.findings(document, [field])[0] for field in fields]

    def call(self, make: Callable[..., Made], *given: Any, seconds: float | None = None) -> Made | None:
        """What a function of a module makes of values that can be pickled; None where it did not come to an end within
        the limits. FieldsUnavailable."""
        process = self._started()
        over = threading.Timer(seconds or self._seconds, process.kill, ["time"])
        over.daemon = True
        over.start()
        try:
            asked = pickle.dumps((partial(_made, make), [given]), pickle.HIGHEST_PROTOCOL)
            answer = process.ask(CALL, asked)
        except (OSError, EOFError, ValueError):
            self.close()
            return None
        finally:
            over.cancel()
        if process.is_worn or not process.is_alive:
            self.close()
        made = cast("list[Made]", pickle.loads(answer)) if answer else None  # noqa: S301 - see the import
        return made[0] if made else None

    def _started(self) -> Process:
        if self._process is None:
            process = None
            try:
                process = Process.started(MEMORY)
                process.welcome()
                process.ask(CALL, pickle.dumps((_loaded, [0])))
            except (OSError, EOFError, ValueError) as error:
                if process is not None:
                    process.end()
                raise FieldsUnavailable(detail=str(error) or type(error).__name__) from error
            self._process = process
        return self._process


def _made(make: Callable[..., Made], given: tuple[Any, ...]) -> Made:
    return make(*given)


def _loaded(_: int) -> None:
    """The modules of this one are loaded now."""
