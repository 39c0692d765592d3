"""The process that shares an archive: begun, watched, ended."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, QUrl, Signal
from PySide6.QtNetwork import QAbstractSocket, QHostAddress, QNetworkInterface

from app.starting import COMMANDS, command

_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another
_GROUPS, _GROUP = 4, 4  # 79 bits
_PORT = 8080
_END = 3000  # milliseconds for a service that is to end
_MOST_SAID = 2000  # characters of what it says where it fails


class Service(QObject):
    """One archive shared, or none. `changed`: it began or ended; `failed`: it ended by itself, with what it said."""

    changed = Signal()
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.token = ""
        self.address = ""
        """Of the reading room, for others; "" until it is ready."""
        self.name = ""
        """Of the archive in addresses."""
        self._process: QProcess | None = None
        self._everybody = False

    @property
    def running(self) -> bool:
        """Whether an archive is shared, or about to be."""
        return self._process is not None

    @property
    def everybody(self) -> bool:
        """Whether others on the network can reach it."""
        return self._everybody

    def start(self, archive: Path, *, everybody: bool) -> None:
        """Share an archive: with `everybody` on this network who has the token, else on this computer alone."""
        self.stop()
        self._everybody, self.address = everybody, ""
        self.token = new_token() if everybody else ""
        process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("TIANWANG_TOKEN", self.token)  # other programs can read what stands in a command
        process.setProcessEnvironment(environment)
        host = "0.0.0.0" if everybody else "127.0.0.1"  # noqa: S104 - the person asked for it
        program, *arguments = command(COMMANDS)
        process.setProgram(program)
        process.setArguments(
            [
                *(*arguments, "serve", str(archive), "--host", host, "--port", str(_PORT), "--port-or-any"),
                *("--as-it-is", "--until-input-ends", "--json"),
            ]
        )
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._ended)
        process.errorOccurred.connect(self._not_begun)
        self._process = process
        process.start()
        self.changed.emit()

    def stop(self, *, wait: bool = False) -> None:
        """End it; at once where it does not end soon. With `wait` it has ended then."""
        process, self._process = self._process, None
        if process is None:
            return
        process.readyReadStandardOutput.disconnect(self._read)
        process.finished.disconnect(self._ended)
        process.errorOccurred.disconnect(self._not_begun)
        process.closeWriteChannel()
        process.terminate()
        if process.state() == QProcess.ProcessState.NotRunning:
            process.deleteLater()
        elif wait:
            if not process.waitForFinished(_END):
                process.kill()
                process.waitForFinished(_END)
            process.deleteLater()
        else:
            process.finished.connect(process.deleteLater)
            QTimer.singleShot(_END, process, process.kill)
        self.address = self.token = ""
        self.changed.emit()

    def _read(self) -> None:
        process = self._process
        while process is not None and process.canReadLine():
            line = bytes(process.readLine().data())
            try:
                said = json.loads(line)
            except ValueError:
                continue
            if isinstance(said, dict) and said.get("kind") == "ready":
                self.address = self._outside(str(said["address"]))
                self.name = str(said["collections"][0])
                self.changed.emit()

    def _outside(self, address: str) -> str:
        """The address as others reach it."""
        url = QUrl(address)
        if self._everybody:
            url.setHost(own_address())
        return url.toString()

    def _not_begun(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._ended()

    def _ended(self, *_: object) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        said = bytes(process.readAllStandardError().data()).decode("utf-8", "replace").strip()
        said = said[-_MOST_SAID:] or process.errorString()
        process.deleteLater()
        self.address = self.token = ""
        self.changed.emit()
        self.failed.emit(said.removeprefix("tianwang: "))


def new_token() -> str:
    """A token that can be read out to somebody."""
    groups = ("".join(secrets.choice(_SIGNS) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)


def own_address() -> str:
    """This computer's address in its network; its own alone without one."""
    flags = QNetworkInterface.InterfaceFlag
    for interface in QNetworkInterface.allInterfaces():
        if interface.flags() & flags.IsUp and not interface.flags() & flags.IsLoopBack:
            for entry in interface.addressEntries():
                address = entry.ip()
                ipv4 = address.protocol() == QAbstractSocket.NetworkLayerProtocol.IPv4Protocol
                if ipv4 and not address.isLinkLocal():
                    return address.toString()
    return QHostAddress(QHostAddress.SpecialAddress.LocalHost).toString()
