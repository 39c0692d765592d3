"""Sound and film: played out of the archive, sought, paused; what cannot be played says so."""

from __future__ import annotations

import wave
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

import resources
from app.archive.archive import Archive
from app.archive.model import NewCapture
from widgets.kit import jobs
from widgets.page import page_tab
from widgets.page.documents.player import obstacle, recording
from widgets.page.page_tab import PageTab
from widgets.session import Session

SITE = "http://pond.example/"
FILES = Path(resources.path("sample_site")) / "edition1" / "downloads"
needs_player = pytest.mark.skipif(bool(obstacle()), reason="the library for sound is not installed")


def tone(seconds: int) -> bytes:
    made = BytesIO()
    with wave.open(made, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(bytes(16000 * seconds))
    return made.getvalue()


@pytest.fixture
def tab(qtbot: QtBot, archive: Archive, make_capture: Callable[..., NewCapture]) -> Iterator[PageTab]:
    with archive.writer() as writer:
        for name, body, media_type in (
            ("song.mp3", (FILES / "snow-on-the-pond.mp3").read_bytes(), "audio/mpeg"),
            ("film", (FILES / "four-seasons.webm").read_bytes(), "video/mp4"),
            ("long.wav", tone(60), "audio/mpeg"),
            ("list.mp4", b"#EXTM3U\nhttp://elsewhere.example/1.ts\n", "video/mp4"),
            ("broken.mp3", b"ID3" + bytes(4000), "audio/mpeg"),
        ):
            writer.store(make_capture(SITE + name, body, media_type=media_type))
        writer.commit()
    session = Session(archive)
    made = PageTab(session, None)
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    yield made
    made.clear()
    jobs.wait_all()
    session.close()


def show(tab: PageTab, name: str) -> None:
    capture = tab._session.reader.latest_version(SITE + name)
    assert capture is not None
    tab.load(capture)


@needs_player
def test_a_sound_plays_below_its_card_and_goes_where_it_is_sought(qtbot: QtBot, tab: PageTab) -> None:
    show(tab, "long.wav")
    assert tab.card.play.isVisible()
    with qtbot.waitSignal(tab.player.began, timeout=20_000) as began:
        tab.card.play.click()
    assert began.args == [False] and tab.card.isVisible() and tab.player.isVisible()
    qtbot.waitUntil(lambda: tab.player.seeker.maximum() == 60_000, timeout=10_000)
    tab.player.seek(40_000)
    qtbot.waitUntil(lambda: tab.player.position >= 40_000, timeout=10_000)
    QTest.keyClick(tab.player, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: tab.player.position >= 45_000, timeout=10_000)
    assert tab.player.time.text().endswith("of 1:00")
    QTest.keyClick(tab.player, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not tab.player.playing, timeout=10_000)


@needs_player
def test_a_film_takes_the_place_of_its_card_until_it_is_closed(qtbot: QtBot, tab: PageTab) -> None:
    show(tab, "film")
    with qtbot.waitSignal(tab.player.began, timeout=20_000) as began:
        tab.card.play.click()
    assert began.args == [True]
    qtbot.waitUntil(lambda: not tab.player.pictures.picture.isNull(), timeout=20_000)
    assert tab.player.pictures.isVisible() and tab.player.pictures.picture.width() == 320
    QTest.keyClick(tab.player, Qt.Key.Key_Escape)
    assert tab.card.isVisible() and not tab.player.isVisible() and not tab.player.playing


@needs_player
@pytest.mark.parametrize("name", ["list.mp4", "broken.mp3"])
def test_what_is_no_recording_is_never_given_to_the_player_or_fails_with_a_sentence(
    qtbot: QtBot, tab: PageTab, name: str
) -> None:
    show(tab, name)
    tab.card.play.click()
    qtbot.waitUntil(lambda: "another program" in tab.card.hint.text(), timeout=20_000)
    assert tab.card.isVisible() and not tab.player.isVisible()


def test_a_list_of_addresses_is_no_recording() -> None:
    assert recording(b"#EXTM3U\nhttp://elsewhere.example/1.ts\n") is None
    assert recording(b"ffconcat version 1.0\nfile http://elsewhere.example/1.ts\n") is None
    sound, film = recording(tone(1)), recording((FILES / "four-seasons.webm").read_bytes())
    assert sound is not None and not sound.film and film is not None and film.film


@needs_player
def test_another_page_ends_what_is_played(qtbot: QtBot, tab: PageTab) -> None:
    show(tab, "long.wav")
    with qtbot.waitSignal(tab.player.began, timeout=20_000):
        tab.card.play.click()
    show(tab, "song.mp3")
    assert not tab.player.playing and not tab.player.isVisible()


def test_without_the_library_the_card_says_what_is_missing(
    qtbot: QtBot, tab: PageTab, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_tab, "obstacle", lambda: "libpulse0")
    show(tab, "song.mp3")
    assert not tab.card.play.isVisible() and "libpulse0" in tab.card.hint.text()


@needs_player
def test_threads_of_the_player_ask_python_nothing_when_they_end(
    tab: PageTab, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a sound that is left may hold up the window for ever: each waits for what the other has."""
    from PySide6 import QtMultimedia

    asked = list[object]()
    kinds = [
        type(name, (getattr(QtMultimedia, name),), {})
        for name in ("QMediaPlayer", "QAudioOutput", "QVideoSink")
    ]
    for kind in kinds:
        monkeypatch.setattr(QtMultimedia, kind.__name__, kind)
    player = tab.player
    parts = (player._made(), player._output, player._sink)
    for kind, part in zip(kinds, parts, strict=True):
        kind.disconnectNotify = lambda _, signal: asked.append(signal)
        part.objectNameChanged.connect(player.show)
        part.objectNameChanged.disconnect(player.show)
    assert not asked
