"""Sound and film out of the archive: played from memory by Qt's own player, with a bar to pause, seek and turn down.

Nothing but files that begin as sound or film do is given to it: lists of addresses, which would make it ask the network,
are none. Without the library that it needs, `obstacle` says so.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QSlider, QStyle, QStyleOptionSlider, QWidget

from app.libraries import SOUND, loads, renamed
from extractors.base import signatures
from extractors.door.sniffing import sniff
from widgets.kit import theme
from widgets.kit.boxes import in_row
from widgets.kit.parts import tool_button
from widgets.words import formats

if TYPE_CHECKING:
    from PySide6.QtMultimedia import QMediaPlayer, QVideoFrame

_STEP = 5000  # milliseconds that an arrow key goes
_LOUD = 100


@cache
def obstacle() -> str:
    """The system's package without which nothing can be played; empty where nothing is missing."""
    if find_spec("PySide6.QtMultimedia") is None:
        return "PySide6"
    if not sys.platform.startswith("linux"):
        return ""
    return next((renamed(package) for library, package in SOUND.items() if not loads(library)), "")


class Recording(NamedTuple):
    """What is played; `film`: it may have pictures that move, else a picture is its cover."""

    body: bytes
    film: bool


def recording(body: bytes) -> Recording | None:
    """Bytes that are sound or film by themselves, whatever they were called; None for others."""
    kind = sniff(body, None, None)
    if kind not in signatures.MEDIA_TYPES:
        return None
    return Recording(body, kind == "ogg" or signatures.MEDIA_TYPES[kind].startswith("video/"))


class Seeker(QSlider):
    """A slider that goes where it is clicked."""

    sought = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSingleStep(_STEP)
        self.setPageStep(4 * _STEP)
        self.actionTriggered.connect(lambda _: self.sought.emit(self.sliderPosition()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        style = self.style()
        groove = style.subControlRect(
            QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderGroove, self
        )
        knob = style.subControlRect(
            QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle, self
        )
        if event.button() == Qt.MouseButton.LeftButton and not knob.contains(event.position().toPoint()):
            room = max(1, groove.width() - knob.width())
            at = round(event.position().x()) - groove.left() - knob.width() // 2
            self.setSliderPosition(QStyle.sliderValueFromPosition(self.minimum(), self.maximum(), at, room))
            self.sought.emit(self.sliderPosition())
        super().mousePressEvent(event)


class Screen(QWidget):
    """The pictures of a film, as large as there is room."""

    clicked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Film"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.picture = QImage()

    def show_frame(self, frame: QVideoFrame) -> None:
        """The next picture; an empty one at the end leaves the last."""
        if frame.isValid() and self.isVisible():
            self.picture = frame.toImage()
            self.update()

    def clear(self) -> None:
        self.picture = QImage()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), QColor("black"))
        if not self.picture.isNull():
            size = self.picture.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
            place = QRect(
                (self.width() - size.width()) // 2,
                (self.height() - size.height()) // 2,
                size.width(),
                size.height(),
            )
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(place, self.picture)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.clicked.emit()
        super().mousePressEvent(event)


class Player(QWidget):
    """A bar below what is played; the pictures of a film are in `pictures`. Made of nothing until `play`."""

    began = Signal(bool)  # whether it has pictures
    closed = Signal()
    failed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.pictures = Screen(parent)
        self.pictures.hide()
        self.pictures.clicked.connect(self.toggle)
        self._player: QMediaPlayer | None = None
        self._output: Any = None  # kept, for the player does not
        self._sink: Any = None
        self._bytes = QBuffer(self)
        self._told = self._film = False
        self.button = tool_button(self, "pause", self.tr("Pause (Space)"), self.toggle)
        self.seeker = Seeker(self)
        self.seeker.setAccessibleName(self.tr("Place in the recording"))
        self.seeker.setToolTip(self.tr("Drag or click to go there; ← and → go five seconds"))
        self.seeker.sought.connect(self.seek)
        self.time = QLabel(self)
        self.mute = tool_button(self, "loud", self.tr("Sound on or off (M)"), self._mute)
        self.mute.setCheckable(True)
        self.volume = QSlider(Qt.Orientation.Horizontal, self)
        self.volume.setAccessibleName(self.tr("Volume"))
        self.volume.setToolTip(self.tr("Volume"))
        self.volume.setRange(0, _LOUD)
        self.volume.setValue(_LOUD)
        self.volume.setFixedWidth(88)
        self.volume.valueChanged.connect(self._set_volume)
        close = tool_button(self, "close", self.tr("Stop, and show the document"), self.close_player)
        in_row(
            self,
            self.button,
            (self.seeker, 1),
            self.time,
            self.mute,
            self.volume,
            close,
            margins=(theme.UNIT, theme.HALF, theme.UNIT, theme.HALF),
            spacing=theme.UNIT,
        )
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    def play(self, recording: Recording) -> None:
        """Play from the beginning."""
        player = self._made()
        player.stop()
        self._bytes.close()
        self._bytes.setData(QByteArray(recording.body))
        self._bytes.open(QIODevice.OpenModeFlag.ReadOnly)
        self._told, self._film = False, recording.film
        self.seeker.setRange(0, 0)
        player.setSourceDevice(self._bytes, QUrl())
        player.play()
        self.show()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def stop(self) -> None:
        """Play nothing, and forget what was played."""
        if self._player is not None:
            self._player.stop()
            self._player.setSource(QUrl())
        self._bytes.close()
        self._bytes.setData(QByteArray())
        self.pictures.clear()
        self.hide()

    def close_player(self) -> None:
        """The person has heard or seen enough."""
        self.stop()
        self.closed.emit()

    def toggle(self) -> None:
        """Pause, or go on; from the beginning when it has ended."""
        player = self._made()
        if player.isPlaying():
            player.pause()
        else:
            player.play()

    def seek(self, place: int) -> None:
        """Go to a place, in milliseconds."""
        player = self._made()
        player.setPosition(max(0, min(place, player.duration())))

    @property
    def position(self) -> int:
        """Where it is, in milliseconds."""
        return self._player.position() if self._player is not None else 0

    @property
    def playing(self) -> bool:
        return self._player is not None and self._player.isPlaying()

    def _made(self) -> QMediaPlayer:
        """The player of Qt, which takes a moment to load."""
        if self._player is None:
            from PySide6.QtMultimedia import QAudioOutput, QMediaPlayer, QVideoSink

            player = self._player = QMediaPlayer(self)
            self._output, self._sink = QAudioOutput(self), QVideoSink(self)
            _know(player.errorChanged, self._output.volumeChanged, self._sink.videoSizeChanged)
            player.setAudioOutput(self._output)
            player.setVideoOutput(self._sink)
            self._sink.videoFrameChanged.connect(self.pictures.show_frame)
            player.positionChanged.connect(self._moved)
            player.durationChanged.connect(lambda length: self.seeker.setRange(0, length))
            player.playingChanged.connect(self._show_state)
            player.mediaStatusChanged.connect(self._loaded)
            player.errorOccurred.connect(lambda *_: self._fail())
        return self._player

    def _loaded(self, status: QMediaPlayer.MediaStatus) -> None:
        from PySide6.QtMultimedia import QMediaPlayer

        player, kinds = self._made(), QMediaPlayer.MediaStatus
        if status == kinds.InvalidMedia:
            self._fail()
        elif status in (kinds.BufferedMedia, kinds.LoadedMedia) and not self._told:
            self._told = True
            if player.hasVideo() or player.hasAudio():
                self.began.emit(self._film and player.hasVideo())
            else:
                self._fail()

    def _fail(self) -> None:
        if not self.isHidden():
            self.stop()
            self.failed.emit()

    def _moved(self, place: int) -> None:
        if not self.seeker.isSliderDown():
            self.seeker.setValue(place)
        length = self._made().duration()
        words = self.tr("{place} of {length}", "time of a recording")
        self.time.setText(
            words.format(place=formats.duration(place / 1000), length=formats.duration(length / 1000))
        )

    def _show_state(self, playing: bool) -> None:
        self.button.setIcon(theme.icon("pause" if playing else "start"))
        words = self.tr("Pause (Space)") if playing else self.tr("Go on (Space)")
        self.button.setToolTip(words)
        self.button.setAccessibleName(words)

    def _mute(self) -> None:
        if self._output is not None:
            self._output.setMuted(self.mute.isChecked())
        self.mute.setIcon(theme.icon("silent" if self.mute.isChecked() else "loud"))

    def _set_volume(self, value: int) -> None:
        """As the ear has it, not as the loudspeaker."""
        if self._output is not None:
            from PySide6.QtMultimedia import QtAudio

            scale = QtAudio.VolumeScale
            self._output.setVolume(
                QtAudio.convertVolume(value / _LOUD, scale.LogarithmicVolumeScale, scale.LinearVolumeScale)
            )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Right: _STEP, Qt.Key.Key_Left: -_STEP}.get(Qt.Key(event.key()), 0)
        if step:
            self.seek(self.position + step)
        elif event.key() == Qt.Key.Key_Space:
            self.toggle()
        elif event.key() == Qt.Key.Key_M:
            self.mute.click()
        elif event.key() == Qt.Key.Key_Escape:
            self.close_player()
        else:
            super().keyPressEvent(event)


def _know(*signals: Any) -> None:
    """Have what a signal belongs to ask once, here, what Python does when a connection to it ends. The threads of the
    player would ask first otherwise: with a lock held that the window waits for, for an interpreter that the window has,
    and both for ever."""
    for signal in signals:
        signal.connect(_ignore)
        signal.disconnect(_ignore)


def _ignore(*_: object) -> None:
    pass
