"""Star, tags and note of a page, a version or a block, shown and written where it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QCompleter, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from app.archive.notes.marks import LONGEST_NOTE, LONGEST_TAG, Change, Mark, Target
from app.errors import UserError
from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row
from widgets.kit.flow_layout import FlowLayout
from widgets.kit.messages import sentence
from widgets.kit.parts import icon, push_button, tool_button, word_field
from widgets.notes.keeper import Keeper
from widgets.notes.menu import typed_tags
from widgets.words import formats

_LINES = 5
_SHOWN = 60  # characters of a tag on its chip
_LINE = 120  # characters of a note in its line


class MarksBar(QWidget):
    """`show_things` says what it is about. The buttons `star`, `tag`, `note` and `scope` stand where the owner puts
    them; the bar itself, with tags and note, takes no room where there is nothing to show."""

    tag_activated = Signal(str)  # a query for all that has this tag

    def __init__(self, keeper: Keeper, parent: QWidget, *, keys: bool = False) -> None:
        """`keys`: the keys of the menu are for this bar, and are told."""
        super().__init__(parent)
        self._keeper, self._keys = keeper, keys
        self._things: Sequence[Change] = ()
        self._marks: list[Mark] = []
        self.star = tool_button(parent, "star", self._star_tip(False, False), self.toggle_star)
        self.star.setCheckable(True)
        self.tag = tool_button(parent, "tag", self._tip(self.tr("Add a tag"), "Ctrl+Shift+G"), self.ask_tag)
        self.note = tool_button(
            parent, "note", self._tip(self.tr("Write a note"), "Ctrl+Shift+M"), self.ask_note
        )
        self.scope = tool_button(
            parent, "versions", self.tr("Star, tags and note for the version on screen alone"), self._draw
        )
        self.scope.setCheckable(True)
        self.field = word_field(
            self,
            self.tr("Tag…"),
            self.tr("Enter adds the tag, Esc leaves it; several are separated by commas"),
            self.tr("New tag"),
        )
        self.field.setMaximumWidth(180)
        self.field.installEventFilter(self)
        self.field.returnPressed.connect(self._add_typed)
        self._chips = QWidget(self)
        self._flow = FlowLayout(self._chips, theme.HALF)
        self._flow.addWidget(self.field)
        self.line = QPushButton(self)  # the beginning of the note
        self.line.setFlat(True)
        self.line.setIcon(icon("note", "accent"))
        self.line.setCursor(Qt.CursorShape.PointingHandCursor)
        self.line.clicked.connect(self.ask_note)
        self.editor = NoteEditor(self)
        self.editor.written.connect(self._write_note)
        self.editor.closed.connect(self._editor_closed)
        self.editor.dropped.connect(self._offer_dropped)
        in_column(
            self, self._chips, in_row(None, self.line, None), self.editor, margins=0, spacing=theme.HALF
        )
        self.field.hide()
        self.editor.hide()
        keeper.changed.connect(self._draw)
        theme.watcher().changed.connect(self._draw)
        self.show_things(())

    # -- what it shows ----------------------------------------------------------------------------------------

    def show_things(self, things: Sequence[Change]) -> None:
        """One thing, or a page and the version of it that is on screen; none hides everything. What is being written is
        kept where it belongs."""
        targets = [thing.target for thing in things]
        if targets != [thing.target for thing in self._things]:
            self.editor.leave()
            self.field.hide()
            self.field.clear()
            if len(things) < 2 or not self._things or things[0].target != self._things[0].target:
                self.scope.setChecked(False)
        self._things = tuple(things)
        self._draw()

    @property
    def thing(self) -> Change | None:
        """What is written on now."""
        if not self._things:
            return None
        return self._things[-1] if self.scope.isChecked() else self._things[0]

    def _draw(self) -> None:
        thing = self.thing
        self._marks = [self._keeper.mark(one.target) for one in self._things]
        for button in (self.star, self.tag, self.note):
            button.setEnabled(thing is not None)
        self.scope.setVisible(len(self._things) > 1)
        mark = self._keeper.mark(thing.target) if thing else Mark(Target(""))
        others = [one for one in self._marks if one.target != mark.target]
        self.star.setChecked(mark.star)
        half = not mark.star and any(one.star for one in others)
        name = "starred" if mark.star else "star-half" if half else "star"
        self.star.setIcon(icon(name, "warning" if mark.star or half else "text"))
        self.star.setToolTip(self._star_tip(mark.star, half))
        self.star.setAccessibleName(self._star_tip(mark.star, half))
        self.note.setIcon(icon("noted" if mark.note else "note", "accent" if mark.note else "text"))
        self._draw_chips()
        noted = [one.note for one in self._marks if one.note]
        first = formats.shorten(" ".join(noted[0].split()), _LINE) if noted else ""
        self.line.setText(first.replace("&", "&&"))
        self.line.setToolTip("\n\n".join(noted))
        self.line.setAccessibleName(self.tr("Note: {text}").format(text=first))
        self.line.setVisible(bool(noted) and self.editor.isHidden())
        tags = any(one.tags for one in self._marks)
        self._chips.setVisible(tags or not self.field.isHidden())
        self.setVisible(tags or bool(noted) or not self.editor.isHidden() or not self.field.isHidden())

    def _star_tip(self, star: bool, half: bool) -> str:
        if star:
            return self._tip(self.tr("Take the star away"), "Ctrl+Alt+S")
        if half:
            return self._tip(self.tr("A version of this page has a star. Give one to the page"), "Ctrl+Alt+S")
        return self._tip(self.tr("Give a star"), "Ctrl+Alt+S")

    def _tip(self, text: str, keys: str) -> str:
        return self.tr("{tip} ({keys})").format(tip=text, keys=keys) if self._keys else text

    def _draw_chips(self) -> None:
        had = self.focusWidget()
        focused = had is not None and had is not self.field and self._chips.isAncestorOf(had)
        while self._flow.count():
            item = self._flow.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None and widget is not self.field:
                widget.hide()
                widget.deleteLater()
        for mark in self._marks:
            for tag in mark.tags:
                self._flow.addWidget(self._chip(mark, tag))
        self._flow.addWidget(self.field)
        if focused:
            self.tag.setFocus()

    def _chip(self, mark: Mark, tag: str) -> QWidget:
        """A tag: a click finds all that has it, the small cross takes it away."""
        chip = QWidget(self._chips)
        shown = formats.shorten(tag, _SHOWN).replace("&", "&&")
        name = QPushButton(shown, chip)
        name.setProperty("chip", True)
        name.setCursor(Qt.CursorShape.PointingHandCursor)
        tip = self.tr("Find all pages with the tag “{tag}”").format(tag=tag)
        if mark.target.capture:
            name.setIcon(icon("versions", "accent"))
            tip = formats.sentences([self.tr("On this version alone."), tip])
        name.setToolTip(tip)
        name.setAccessibleName(self.tr("Tag {tag}").format(tag=tag))
        name.clicked.connect(lambda: self.tag_activated.emit(f'tag:"{tag.replace(chr(34), "")}"'))
        away = self.tr("Take the tag “{tag}” away").format(tag=tag)
        cross = tool_button(chip, "close", away, lambda: self._remove(mark, tag))
        in_row(chip, name, cross, margins=0, spacing=0)
        chip.show()
        return chip

    # -- what it writes ---------------------------------------------------------------------------------------

    def toggle_star(self) -> None:
        """Give a star, or take it away."""
        thing = self.thing
        if thing is not None:
            star = not self._keeper.mark(thing.target).star
            self._write(
                replace(thing, star=star),
                self.tr("A star was given.") if star else self.tr("The star is gone."),
            )

    def ask_tag(self) -> None:
        """Show the field for a new tag."""
        if self.thing is None:
            return
        completer = QCompleter(list(self._keeper.notes.tags), self.field)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self.field.setCompleter(completer)
        self.field.setMaxLength(20 * LONGEST_TAG)
        self.field.show()
        self._draw()
        self.field.setFocus()

    def ask_note(self) -> None:
        """Show the note to be written; leave it when it is open."""
        thing = self.thing
        if thing is None:
            return
        if not self.editor.isHidden():
            self.editor.leave()
            return
        if self.sender() is self.line and not self._keeper.mark(thing.target).note and len(self._things) > 1:
            self.scope.setChecked(not self.scope.isChecked())  # the line shows the note of the other one
            thing = self.thing or thing
        self.editor.open(thing.target, self._keeper.mark(thing.target).note)
        self._draw()
        self.editor.text.setFocus()

    def _editor_closed(self) -> None:
        """The keyboard goes back to where the note was asked for."""
        if self.editor.had_keyboard:
            self.note.setFocus()
        self._draw()

    def _offer_dropped(self, target: Target, text: str) -> None:
        """Who pressed Esc may have meant something else."""

        def go_on() -> None:
            if self.thing is not None and self.thing.target == target:
                self.ask_note()
                self.editor.text.setPlainText(text)
                self.editor.text.moveCursor(self.editor.text.textCursor().MoveOperation.End)

        self._keeper.said.emit(self.tr("What you wrote was not kept."), (self.tr("Write on"), go_on))

    def _add_typed(self) -> None:
        thing = self.thing
        if thing is None or not self.field.text().strip(" ,，"):
            self._leave_field()
            return
        try:
            tags = typed_tags(self.field.text())
        except UserError as error:
            self.field.setToolTip(sentence(error))
            self._keeper.said.emit(sentence(error), None)
            return
        self.field.clear()
        said = self.tr("Tagged: {tags}").format(tags=self.tr(", ", "between tags").join(tags))
        self._write(replace(thing, add=tags), said)

    def _remove(self, mark: Mark, tag: str) -> None:
        thing = next((one for one in self._things if one.target == mark.target), None)
        if thing is not None:
            self._write(replace(thing, remove=(tag,)), self.tr("The tag “{tag}” is gone.").format(tag=tag))

    def _write_note(self, target: Target, text: str) -> None:
        thing = next((one for one in self._things if one.target == target), Change(target))
        self._write(
            replace(thing, note=text),
            self.tr("The note is kept.") if text.strip() else self.tr("The note is gone."),
        )

    def _write(self, change: Change, said: str) -> None:
        self._keeper.write([change], said)

    def _leave_field(self) -> None:
        self.field.clear()
        self.field.hide()
        self._draw()
        self.tag.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc leaves the field; without a word in it, also when the keyboard goes elsewhere."""
        if watched is self.field and isinstance(self.field, QLineEdit):
            if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
                if event.key() == Qt.Key.Key_Escape:
                    event.accept()
                    return True
            elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
                if event.key() == Qt.Key.Key_Escape:
                    self._leave_field()
                    return True
            elif event.type() == QEvent.Type.FocusOut and not self.field.text():
                self.field.hide()
                self._draw()
        return super().eventFilter(watched, event)


class NoteEditor(QWidget):
    """`written` carries the target and the text, `dropped` what was typed and is not to be kept. What was typed is kept,
    too, when something else is shown."""

    written = Signal(object, str)
    dropped = Signal(object, str)
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._target: Target | None = None
        self._before = ""
        self.had_keyboard = False  # when it was closed
        self.text = QPlainTextEdit(self)
        self.text.setAccessibleName(self.tr("Note"))
        self.text.setPlaceholderText(self.tr("What you want to remember of it"))
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(_LINES * self.text.fontMetrics().lineSpacing() + theme.DOUBLE)
        self.text.textChanged.connect(self._bound)
        self.text.installEventFilter(self)
        self.keep = push_button(
            self, "ok", self.tr("Keep"), self.tr("Keep the note (Ctrl+Enter)"), self.leave
        )
        self.keep.setProperty("primary", True)
        self.drop = push_button(
            self, "close", self.tr("Cancel"), self.tr("Leave the note as it was (Esc)"), self.drop_typed
        )
        self.delete = push_button(
            self, "remove", self.tr("Delete"), self.tr("Delete the note; that can be undone"), self._delete
        )
        in_column(
            self,
            self.text,
            in_row(None, self.keep, self.drop, None, self.delete, spacing=theme.UNIT),
            spacing=theme.HALF,
        )

    def open(self, target: Target, note: str) -> None:
        """Begin with a note as it stands."""
        self._target, self._before = target, note
        self.text.setPlainText(note)
        self.delete.setEnabled(bool(note))
        self.text.moveCursor(self.text.textCursor().MoveOperation.End)
        self.show()

    def leave(self) -> None:
        """Keep what was written, and close."""
        target, text = self._target, self.text.toPlainText().strip()
        if target is not None and text != self._before:
            self.written.emit(target, text)
        self._close()

    def drop_typed(self) -> None:
        """Close; the note stays as it was."""
        target, text = self._target, self.text.toPlainText().strip()
        self._close()
        if target is not None and text != self._before:
            self.dropped.emit(target, text)

    def _close(self) -> None:
        if self._target is not None:
            self._target = None
            with_keyboard = QApplication.focusWidget()
            self.had_keyboard = with_keyboard is not None and self.isAncestorOf(with_keyboard)
            self.hide()
            self.closed.emit()

    def _delete(self) -> None:
        self.text.clear()
        self.leave()

    def _bound(self) -> None:
        """No more than a note has room for."""
        cursor = self.text.textCursor()
        if self.text.document().characterCount() > LONGEST_NOTE:
            cursor.setPosition(LONGEST_NOTE - 1)
            cursor.movePosition(cursor.MoveOperation.End, cursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.text and isinstance(event, QKeyEvent):
            control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            enter = control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if enter or event.key() == Qt.Key.Key_Escape:
                if event.type() == QEvent.Type.KeyPress:
                    self.leave() if enter else self.drop_typed()
                event.accept()
                return True
        return super().eventFilter(watched, event)
