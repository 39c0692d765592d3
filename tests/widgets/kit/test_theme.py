"""Both schemes are readable, and what hangs on them follows a change."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPalette
from PySide6.QtWidgets import QApplication, QListWidget, QListWidgetItem
from pytestqt.qtbot import QtBot

from widgets.kit import theme
from widgets.kit.theme import DARK, LIGHT, MARKS, NAMES, Colors, contrast

GROUNDS = ("window", "surface", "raised", "accent_soft", "info_soft", "warning_soft", "error_soft")


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
class TestContrast:
    def test_text_is_readable_on_every_ground(self, scheme: Colors) -> None:
        kinds = ("added", "removed", "changed", "moved", "markup", "layout")
        for ground in (*GROUNDS, *(f"{kind}_soft" for kind in kinds)):
            assert contrast(scheme.text, getattr(scheme, ground)) >= 7, ground

    def test_secondary_text_accent_and_states_are_readable(self, scheme: Colors) -> None:
        for ground in ("window", "surface", "raised", "accent_soft"):
            for ink in ("muted", "accent", "ok", "warning", "error"):
                assert contrast(getattr(scheme, ink), getattr(scheme, ground)) >= 4.5, (ink, ground)

    def test_changes_are_readable_on_their_own_ground_and_on_the_surface(self, scheme: Colors) -> None:
        for kind in ("added", "removed", "changed", "moved", "markup", "layout"):
            for ground in (f"{kind}_soft", "surface", "window"):
                assert contrast(getattr(scheme, kind), getattr(scheme, ground)) >= 4.5, (kind, ground)

    def test_messages_are_readable(self, scheme: Colors) -> None:
        for kind in ("info", "warning", "error"):
            ink = scheme.accent if kind == "info" else getattr(scheme, kind)
            assert contrast(ink, getattr(scheme, f"{kind}_soft")) >= 4.5, kind

    def test_buttons_are_readable_also_when_hovered(self, scheme: Colors) -> None:
        assert contrast(scheme.on_accent, scheme.accent) >= 4.5
        assert contrast(scheme.on_accent, scheme.accent_hover) >= 4.5

    def test_outlines_of_controls_can_be_seen(self, scheme: Colors) -> None:
        for ground in ("window", "surface"):
            assert contrast(scheme.outline, getattr(scheme, ground)) >= 3, ground

    def test_the_palette_of_qt_keeps_text_readable(self, scheme: Colors) -> None:
        palette, role = theme.qt_palette(scheme), QPalette.ColorRole
        for ink, ground in (
            (role.WindowText, role.Window),
            (role.Text, role.Base),
            (role.ButtonText, role.Button),
            (role.HighlightedText, role.Highlight),
            (role.ToolTipText, role.ToolTipBase),
            (role.PlaceholderText, role.Base),
            (role.Link, role.Base),
        ):
            assert contrast(palette.color(ink).name(), palette.color(ground).name()) >= 4.5, (ink, ground)

    def test_the_style_sheet_has_no_open_places(self, scheme: Colors) -> None:
        assert "$" not in theme.style_sheet(scheme).replace("$images", "")


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_the_scheme_can_be_changed_while_the_program_runs(qapp: QApplication) -> None:
    told: list[bool] = []
    theme.apply_theme(qapp, "light")
    theme.watcher().changed.connect(lambda: told.append(theme.colors().dark))
    theme.apply_theme(qapp, "dark")
    assert theme.colors() is DARK
    assert told[-1] is True
    assert qapp.palette().color(QPalette.ColorRole.Base) == QColor(DARK.surface)
    theme.apply_theme(qapp, "light")
    assert theme.colors() is LIGHT


def test_handles_of_sliders_stand_out_from_the_dark_ground(qapp: QApplication) -> None:
    theme.apply_theme(qapp, "dark")
    try:
        handle = QApplication.palette("QSlider").color(QPalette.ColorRole.Button)
        assert contrast(handle.name(), DARK.window) >= 3  # WCAG 2.2, 1.4.11
    finally:
        theme.apply_theme(qapp, "light")
    assert QApplication.palette("QSlider").color(QPalette.ColorRole.Button) == QColor(LIGHT.window)


@pytest.mark.parametrize(("mode", "ground"), [("light", LIGHT), ("dark", DARK)])
def test_boxes_to_tick_in_lists_can_be_seen(
    qapp: QApplication, qtbot: QtBot, mode: str, ground: Colors
) -> None:
    theme.apply_theme(qapp, mode)
    try:
        made = QListWidget()
        qtbot.addWidget(made)
        item = QListWidgetItem("", made)
        item.setCheckState(Qt.CheckState.Unchecked)
        made.resize(200, 60)
        image = made.grab().toImage()
        seen = {image.pixelColor(x, y).name() for x in range(2, 30) for y in range(2, 40)}
        assert max(contrast(colour, ground.surface) for colour in seen) >= 3  # WCAG 2.2, 1.4.11
    finally:
        theme.apply_theme(qapp, "light")


def test_every_kind_of_change_has_a_colour_and_a_mark_of_its_own(light: None) -> None:
    assert set(theme.changes) == set(MARKS)
    assert len({theme.changes[kind] for kind in theme.changes}) == len(MARKS)


@pytest.mark.parametrize("name", NAMES)
def test_every_icon_can_be_drawn(light: None, name: str) -> None:
    image = theme.icon(name).pixmap(24, 24).toImage().convertToFormat(QImage.Format.Format_Alpha8)
    assert sum(alpha > 128 for alpha in bytes(image.constBits())) > 20


def test_an_icon_follows_the_scheme(qapp: QApplication) -> None:
    drawn = []
    icon = theme.icon("stop")
    for mode in ("light", "dark"):
        theme.apply_theme(qapp, mode)
        image = icon.pixmap(32, 32, QIcon.Mode.Normal).toImage()
        drawn.append(image.pixelColor(16, 16).name())
    assert drawn == [LIGHT.text, DARK.text]
