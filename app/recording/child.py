"""The process of a browser: JSON lines to its standard input and from its standard output."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from app.messages import Message

_LINE_LIMIT = 64 * 1024 * 1024
_BEGIN = 60.0  # seconds in which it must be ready; the first start after an installation reads much from disk
_END = 4.0  # seconds for an orderly end
_WORDS = 20  # of its last lines on standard error that are kept

if sys.platform == "win32":
    _FLAGS = subprocess.CREATE_NO_WINDOW
else:
    _FLAGS = 0

Packet = dict[str, Any]


class ChildGone(Exception):
    """The process ended, or does not answer."""


class Child:
    """One running process; make it with `start`. It ends when its standard input does, so it cannot outlive us. `said`
    is called in the loop with each message that answers no question."""

    def __init__(
        self, process: asyncio.subprocess.Process, folder: str, said: Callable[[Packet], None]
    ) -> None:
        self._process = process
        self._folder = folder
        self._said = said
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Packet]] = {}
        self._last_words: deque[str] = deque(maxlen=_WORDS)
        self._ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._readers = [asyncio.create_task(self._read()), asyncio.create_task(self._listen_to_complaints())]
        self.gone = asyncio.Event()

    @classmethod
    async def start(
        cls, command: Sequence[str], port: int, begin: Packet, said: Callable[[Packet], None]
    ) -> Child:
        """Start `command` with the proxy's port, and wait until it is ready. ChildGone.

        `begin` is the first message; it gets the name of a temporary folder that is removed in the end, and holds also
        what Chromium writes before it asks: the beginning of a download that will be refused. Secrets travel in
        messages, never in the command, which every user of the machine can read.
        """
        folder = tempfile.mkdtemp(prefix="tianwang-browser-")
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                f"--port={port}",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                limit=_LINE_LIMIT,
                start_new_session=os.name != "nt",
                creationflags=_FLAGS,
                env={**os.environ, **dict.fromkeys(("TMPDIR", "TMP", "TEMP"), folder)},
            )
        except OSError as error:
            shutil.rmtree(folder, ignore_errors=True)
            raise ChildGone(Message("browser-not-started", detail=error)) from error
        child = cls(process, folder, said)
        try:
            child.tell({"do": "begin", "folder": folder, **begin})
            async with asyncio.timeout(_BEGIN):
                await child._ready
        except (ChildGone, TimeoutError) as error:
            await child.close()
            raise ChildGone(str(error) or Message("browser-late")) from error
        except BaseException:
            await child.close()
            raise
        return child

    @property
    def pid(self) -> int:
        return self._process.pid

    def tell(self, message: Packet) -> None:
        """Send a message that has no answer. ChildGone."""
        stdin = self._process.stdin
        assert stdin is not None
        if self._process.returncode is not None or stdin.is_closing():
            raise ChildGone(self._why())
        stdin.write(json.dumps(message).encode() + b"\n")

    async def ask(self, message: Packet) -> Packet:
        """Send a message and wait for its answer. ChildGone; how long to wait is the caller's business."""
        number = next(self._numbers)
        answer: asyncio.Future[Packet] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            self.tell({**message, "id": number})
            return await answer
        finally:
            self._waiting.pop(number, None)

    async def close(self) -> None:
        """End it, gently and then not."""
        stdin = self._process.stdin
        assert stdin is not None
        stdin.close()
        try:
            async with asyncio.timeout(_END):
                await self._process.wait()
        except TimeoutError:
            pass
        finally:
            self.kill()
        await self._process.wait()
        # they end when the other ends of the pipes are closed, so one process that got away must not hold us up
        _, waiting = await asyncio.wait(self._readers, timeout=_END)
        for reader in waiting:
            reader.cancel()
        if waiting:
            self._process._transport.close()  # type: ignore[attr-defined]  # the streams cannot be closed otherwise
        await asyncio.gather(*self._readers, return_exceptions=True)
        with contextlib.suppress(OSError):
            await stdin.wait_closed()
        shutil.rmtree(self._folder, ignore_errors=True)

    def kill(self) -> None:
        """End it and everything it started, at once. Harmless when it has ended."""
        with contextlib.suppress(OSError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)  # its renderers are of its group

    async def _read(self) -> None:
        assert self._process.stdout is not None
        try:
            async for line in self._process.stdout:
                self._take(json.loads(line))
        except (ValueError, OSError):
            self.kill()  # it speaks another language
        finally:
            self.gone.set()
            self._give_up()

    def _take(self, message: Packet) -> None:
        if message.get("event") == "ready":
            if not self._ready.done():
                self._ready.set_result(None)
        elif (waiting := self._waiting.get(message.get("id", 0))) is not None:
            if not waiting.done():
                waiting.set_result(message)
        elif "id" not in message:
            self._said(message)

    def _give_up(self) -> None:
        everybody: list[asyncio.Future[Any]] = [self._ready, *self._waiting.values()]
        for waiting in everybody:
            if not waiting.done():
                waiting.set_exception(ChildGone(self._why()))
        if not self._ready.cancelled():
            self._ready.exception()  # retrieved, even when no task waits for it any more

    def _why(self) -> str:
        if self._last_words:
            return Message("browser-ended-saying", detail=self._last_words[-1])
        return Message("browser-ended")

    async def _listen_to_complaints(self) -> None:
        assert self._process.stderr is not None
        with contextlib.suppress(ValueError, OSError):
            async for line in self._process.stderr:
                if words := line.decode("utf-8", "replace").strip():
                    self._last_words.append(words)
