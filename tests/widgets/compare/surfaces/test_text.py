"""How texts are written into a pane: a little at a time, all of it in the end."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from widgets.compare.surfaces.text import TextSurface


def test_long_texts_are_written_a_little_at_a_time(qtbot: QtBot) -> None:
    """Laying out is what takes time, so it is characters that are counted: a few paragraphs in the first go."""
    surface = TextSurface(None)  # type: ignore[arg-type]
    qtbot.addWidget(surface)
    surface.resize(500, 700)
    surface.show()
    paragraph = "word " * 600
    written: list[int] = []
    surface._more.timeout.connect(lambda: written.append(surface.document().characterCount()))
    surface.show_lines([(number, "changed", [(paragraph, False)]) for number in range(200)], "{n}")
    qtbot.waitUntil(lambda: bool(written) and surface.complete, timeout=20_000)
    assert written[0] < 3 * len(paragraph)
    assert written == sorted(written)
    assert surface.document().characterCount() > 200 * len(paragraph)
