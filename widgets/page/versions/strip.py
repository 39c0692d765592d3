"""The strip of versions under a page: the time axis, steps to the neighbours, and picking two to compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QToolButton, QWidget

from app.archive.model import Capture
from widgets.blocks.histories import Amount
from widgets.kit import theme
from widgets.kit.boxes import in_row
from widgets.kit.parts import push_button, tool_button
from widgets.page.versions.foreign import SIGN, Foreign
from widgets.page.versions.timeline import Timeline
from widgets.words import formats

_NARROW, _LEAST = 960, 640  # pixels below which the buttons lose their words, and the count goes


class _Scroll(QScrollArea):
    """Scrolls the axis sideways with any wheel; with Ctrl the wheel zooms."""

    resized = Signal()
    zoomed = Signal(float, float)  # factor, x under the pointer

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        turn = event.angleDelta().y() or event.angleDelta().x()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoomed.emit(1.25 if turn > 0 else 0.8, event.position().x())
        else:
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - turn)
        event.accept()


class VersionStrip(QFrame):
    """All versions of one address in time; shows, steps, picks, and asks for a comparison."""

    version_chosen = Signal(str)
    compare_requested = Signal(str, str)
    foreign_chosen = Signal(object, object)  # numbers of captures elsewhere, and where on the screen

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("versionStrip")
        self.timeline = Timeline(self)
        self.axis = _Scroll(self)
        self.axis.setWidget(self.timeline)
        self.axis.setFrameShape(QFrame.Shape.NoFrame)
        self.axis.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.axis.setFixedHeight(88)
        # dates are shown whole
        self.axis.horizontalScrollBar().valueChanged.connect(lambda: self.timeline.update())
        self.axis.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for surface in (self.axis, self.axis.viewport(), self.timeline):
            surface.setAutoFillBackground(False)
        self.previous = tool_button(self, "left", self.tr("Previous version (Left)"), lambda: self.step(-1))
        self.next = tool_button(self, "right", self.tr("Next version (Right)"), lambda: self.step(1))
        pick_tip = self.tr(
            "Pick two versions to compare: click them, or press Space (Ctrl+click works any time)"
        )
        self.pick = tool_button(self, "pick", pick_tip)
        self.pick.setCheckable(True)
        self.pick.toggled.connect(self._pick_mode)
        pictures_tip = self.tr(
            "Show the versions as small pictures, taken out of sight as they are looked for"
        )
        self.pictures = tool_button(self, "image", pictures_tip)
        self.pictures.setCheckable(True)
        elsewhere_tip = self.tr("Captures elsewhere: show what other archives have of this page")
        self.elsewhere = tool_button(self, "link", elsewhere_tip)
        self.elsewhere.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._previous_tip = previous_tip = self.tr("Compare the shown version with the one before it")
        text = self.tr("With previous")
        self.compare_previous = push_button(
            self, "compare-previous", text, previous_tip, self.compare_with_previous
        )
        self.compare_previous.setAccessibleName(previous_tip)
        self.compare = push_button(self, "compare", self.tr("Compare"), "", self.compare_picked)
        self._words = (self.compare_previous.text(), self.compare.text())
        self.hint = QLabel(self)
        self.hint.setWordWrap(True)
        self.hint.setFixedWidth(104)
        self._arrange()
        self.timeline.chosen.connect(self._choose)
        self.timeline.toggled.connect(self.toggle)
        self.timeline.activated.connect(self._activate)
        self.timeline.visit_chosen.connect(self.version_chosen)
        self.timeline.foreign_chosen.connect(self.foreign_chosen)
        self.axis.resized.connect(self._fit)
        self.axis.zoomed.connect(self.zoom)
        self._update()

    def _arrange(self) -> None:
        in_row(
            self,
            self.hint,
            self.previous,
            (self.axis, 1),
            self.next,
            theme.UNIT,
            self.elsewhere,
            self.pictures,
            self.pick,
            self.compare_previous,
            self.compare,
            margins=(theme.UNIT, 0, theme.UNIT, 0),
            spacing=theme.HALF,
        )

    # -- what it shows ----------------------------------------------------------------------------------------

    def set_captures(self, versions: Sequence[Capture], visits: Sequence[Capture]) -> None:
        """Another page, or new captures of this one: what is shown and picked stays when it is still there."""
        shown, picked = self.current_id(), self.picked_ids()
        self.timeline.set_captures(tuple(versions), tuple(visits))
        numbers = {capture.id: index for index, capture in enumerate(versions)}
        self.timeline.current = numbers.get(shown, -1)
        self.timeline.picked = tuple(numbers[one] for one in picked if one in numbers)
        self._update()

    def set_amounts(self, amounts: Mapping[str, Amount]) -> None:
        """How much changed in each version, by its id."""
        self.timeline.set_amounts(amounts)

    def set_foreign(self, captures: Sequence[Foreign]) -> None:
        """Captures of other archives, oldest first."""
        self.timeline.set_foreign(tuple(captures))
        self._fit()
        self._update()

    def set_current(self, capture_id: str) -> None:
        """The version that is on screen."""
        ids = [capture.id for capture in self.timeline.versions]
        self.timeline.current = ids.index(capture_id) if capture_id in ids else -1
        self._update()
        self._bring_into_view()

    def current_id(self) -> str:
        index = self.timeline.current
        return self.timeline.versions[index].id if 0 <= index < len(self.timeline.versions) else ""

    def picked_ids(self) -> list[str]:
        return [self.timeline.versions[index].id for index in self.timeline.picked]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room the time axis gets it: the buttons keep their icons only."""
        super().resizeEvent(event)
        narrow = event.size().width() < _NARROW
        self.hint.setVisible(event.size().width() >= _LEAST)
        self.compare_previous.setText("" if narrow else self._words[0])
        self.compare.setText("" if narrow else self._words[1])

    # -- what it does -----------------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Show the version `by` places on."""
        wanted = self.timeline.current + by
        if 0 <= wanted < len(self.timeline.versions):
            self._choose(wanted)

    def toggle(self, index: int) -> None:
        """Pick or unpick; a third pick replaces the older of the two."""
        picked = list(self.timeline.picked)
        if index in picked:
            picked.remove(index)
        else:
            picked = [*picked[-1:], index]
            if len(picked) == 1 and not self.pick.isChecked() and self.timeline.current not in (-1, index):
                picked = [self.timeline.current, index]  # Ctrl+click beside the shown one means these two
        self.timeline.picked = tuple(picked)
        self._update()

    def compare_picked(self) -> None:
        """Compare the two picked versions; of one the other is that on screen, and without any the newest two."""
        pair = self._pair()
        if pair is not None:
            self.compare_requested.emit(*pair)

    def _pair(self) -> tuple[str, str] | None:
        """Ids of the captures that *Compare* would compare, the older first."""
        versions, picked, current = self.timeline.versions, self.timeline.picked, self.timeline.current
        if len(versions) < 2:
            return (
                (versions[0].id, self.timeline.visits[-1].id) if versions and self.timeline.visits else None
            )
        if len(picked) == 2:
            a, b = min(picked), max(picked)
        elif len(picked) == 1 and current >= 0 and current != picked[0]:
            a, b = min(picked[0], current), max(picked[0], current)
        elif picked:
            return None
        else:
            a, b = len(versions) - 2, len(versions) - 1
        return versions[a].id, versions[b].id

    def _compare_tip(self) -> str:
        """What *Compare* would do, and how two versions are chosen."""
        picked, count = len(self.timeline.picked), len(self.timeline.versions)
        how = self.tr("To compare others, pick two: press the list icon and click them, or click with Ctrl.")
        if count < 2 and self._pair() is not None:
            return self.tr(
                "The page itself has one version. Compare how it looked at first and at the last visit: "
                "scripts, frames and pictures may be others."
            )
        if count < 2:
            return self.tr(
                "There is only one version. Crawl the page again: what has changed is another one."
            )
        if picked == 2:
            return self.tr("Compare the two picked versions (Enter)")
        if picked == 1 and self._pair() is None:
            return self.tr("One version is picked. Pick another one to compare it with.")
        if picked == 1:
            return self.tr("Compare the picked version with the one on screen")
        return formats.sentences([self.tr("Compare the newest two versions."), how])

    def compare_with_previous(self) -> None:
        index = self.timeline.current
        if index > 0:
            self.compare_requested.emit(
                self.timeline.versions[index - 1].id, self.timeline.versions[index].id
            )

    def zoom(self, factor: float, x: float = 0.0) -> None:
        """Stretch the axis, keeping what is under `x` (of the visible part) in its place."""
        bar = self.axis.horizontalScrollBar()
        share = (bar.value() + x) / max(1, self.timeline.width())
        self.timeline.zoom = min(40.0, max(1.0, self.timeline.zoom * factor))
        self._fit()
        bar.setValue(round(share * self.timeline.width() - x))

    def _choose(self, index: int) -> None:
        self.timeline.current = index
        self._update()
        self._bring_into_view()
        self.version_chosen.emit(self.timeline.versions[index].id)

    def _activate(self) -> None:
        """Enter: the picked pair, or the one picked with the shown one, or the shown one with its predecessor."""
        picked, current = self.timeline.picked, self.timeline.current
        if len(picked) == 1 and picked[0] != current >= 0:
            self.toggle(current)
        if len(self.timeline.picked) == 2:
            self.compare_picked()
        else:
            self.compare_with_previous()

    def _pick_mode(self, on: bool) -> None:
        self.timeline.pick_mode = on
        if not on:
            self.timeline.picked = ()
        self._update()

    def _fit(self) -> None:
        self.timeline.lay_out(self.axis.viewport().width())
        self._bring_into_view()

    def _bring_into_view(self) -> None:
        if self.timeline.current >= 0:
            self.axis.ensureVisible(round(self.timeline.x_of(self.timeline.current)), 0, 64, 0)

    def _update(self) -> None:
        line, count = self.timeline, len(self.timeline.versions)
        self.previous.setEnabled(line.current > 0)
        self.next.setEnabled(0 <= line.current < count - 1)
        self.pick.setEnabled(count > 1)
        self.compare_previous.setEnabled(line.current > 0)
        self.compare.setEnabled(self._pair() is not None)
        self.compare.setToolTip(self._compare_tip())
        self.compare.setStatusTip(self._compare_tip())
        self.compare.setAccessibleDescription(self._compare_tip())
        first_tip = self.tr("This is the first version: there is none before it")
        self.compare_previous.setToolTip(first_tip if line.current == 0 else self._previous_tip)
        words = self.tr("%n version(s)", "", count)
        visits = self.tr("%n visit(s)", "", len(line.visits)) if line.visits else ""
        if line.pick_mode and len(line.picked) < 2:
            words, visits = self.tr("Pick two versions"), self.tr("%n picked", "", len(line.picked))
        abroad = len(line.foreign)
        legend = self.tr("%n elsewhere", "", abroad) if abroad else ""
        legend = f"{SIGN} {legend}" if legend else ""
        self.hint.setText("\n".join(filter(None, (words, visits, legend))))
        if count:
            first, last = line.versions[0].date, line.versions[-1].date
            dates = self.tr("From {first} to {last}").format(
                first=formats.date(first), last=formats.date(last)
            )
            self.hint.setToolTip(dates)
        line.announce()
