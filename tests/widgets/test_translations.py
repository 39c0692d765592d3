"""The program speaks Chinese and correct English: whole catalogues, nothing lost, a window that uses them."""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from PySide6.QtCore import QLocale, QSettings, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QFileSystemModel, QLabel, QMenu

import resources
from app import errors
from app import messages as engine
from widgets.kit.messages import sentence
from widgets.shell.help_window import KEYS, PAGES, HelpWindow
from widgets.shell.main_window import MainWindow
from widgets.words import formats, reasons
from widgets.words.counts import Counts
from widgets.words.translators import Translations

PLACEHOLDER = re.compile(r"\{\w*\}|%L?n|%\d")
MNEMONIC = re.compile(r"&(?!&)\w")
CHINESE = re.compile(r"[\u4e00-\u9fff]")
# names and signs that are the same in Chinese; all else has to hold a Chinese character
SAME = {"Markdown", "XML", "PDF", "Tianwang Explorer", "{n} of {total}", "robots.txt: {detail}"}


@dataclass(frozen=True)
class Message:
    context: str
    source: str
    state: str | None
    forms: tuple[str, ...]


def messages(language: str) -> list[Message]:
    found = []
    for context in ElementTree.parse(resources.path("translations", f"tianwang_{language}.ts")).iter(
        "context"
    ):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            forms = translation.findall("numerusform") or [translation]
            found.append(
                Message(
                    context.findtext("name", ""),
                    message.findtext("source", ""),
                    translation.get("type"),
                    tuple("".join(form.itertext()) for form in forms),
                )
            )
    return found


@pytest.fixture
def speak(qapp: QApplication) -> Iterator[Callable[[str], None]]:
    """Switches the language; English without translations again after the test."""
    before = QLocale()
    translations = Translations(qapp)
    yield translations.use
    translations.use("en")
    for translator in translations._installed:
        qapp.removeTranslator(translator)
    QLocale.setDefault(before)


@pytest.mark.parametrize("language", ["zh_CN", "en"])
def test_every_sentence_is_translated(language: str) -> None:
    every = messages(language)
    assert every
    assert [message for message in every if message.state or not all(message.forms)] == []


@pytest.mark.parametrize("language", ["zh_CN", "en"])
def test_fields_in_braces_and_numbers_are_the_same_in_the_translation(language: str) -> None:
    for message in messages(language):
        wanted = Counter(PLACEHOLDER.findall(message.source))
        for form in message.forms:
            assert Counter(PLACEHOLDER.findall(form)) == wanted, message


def test_every_chinese_sentence_is_chinese() -> None:
    for message in messages("zh_CN"):
        plain = PLACEHOLDER.sub("", message.source)
        if (
            message.source not in SAME
            and re.search("[A-Za-z]{2}", plain)
            and "Tianwang Explorer" not in plain
        ):
            assert CHINESE.search(message.forms[0]), message


def test_a_mnemonic_has_its_counterpart_at_the_end_in_chinese() -> None:
    for message in messages("zh_CN"):
        found = MNEMONIC.findall(message.source)
        assert len(MNEMONIC.findall(message.forms[0])) == len(found), message
        if found:
            assert re.search(rf"\({re.escape(found[0].upper())}\)…?$", message.forms[0]), message


def test_dots_of_an_action_that_asks_further_are_kept_in_chinese() -> None:
    for message in messages("zh_CN"):
        if message.source.endswith("…"):
            assert message.forms[0].endswith("…"), message


def test_chinese_sentences_have_chinese_punctuation() -> None:
    for message in messages("zh_CN"):
        for form in message.forms:
            assert not re.search(r"[\u4e00-\u9fff][,;:!?]", form), message
            assert not re.search(r"[\u4e00-\u9fff]\.(?!\w)", form), message


@pytest.mark.parametrize(
    ("count", "words"), [(0, "0 pages"), (1, "1 page"), (2, "2 pages"), (12345, "12,345 pages")]
)
def test_english_has_its_plural_forms(speak: Callable[[str], None], count: int, words: str) -> None:
    speak("en")
    assert Counts().pages(count) == words


def test_no_english_plural_is_left_in_brackets() -> None:
    for message in messages("en"):
        assert len(message.forms) == 2
        assert not any(re.search(r"\((?:s|es)\)", form) for form in message.forms), message


def test_chinese_has_one_form_for_all_numbers(speak: Callable[[str], None]) -> None:
    speak("zh_CN")
    assert [Counts().pages(count) for count in (1, 2)] == ["1 个网页", "2 个网页"]


def test_the_window_speaks_chinese(qtbot, settings: QSettings, light, speak: Callable[[str], None]) -> None:
    speak("zh_CN")
    window = MainWindow(settings)
    qtbot.addWidget(window)
    titles = [action.text() for action in window.menuBar().actions()]
    assert titles == ["文件(&F)", "抓取(&C)", "存档库(&A)", "视图(&V)", "转到(&G)", "笔记(&N)", "帮助(&H)"]
    assert window.actions_["open"].text() == "打开存档库(&O)…"
    assert window.actions_["preferences"].toolTip().startswith("语言、主题")


@pytest.mark.parametrize("language", ["en", "zh_CN"])
def test_no_two_entries_of_a_menu_have_the_same_mnemonic(
    qtbot, settings: QSettings, light, speak: Callable[[str], None], language: str
) -> None:
    speak(language)
    window = MainWindow(settings)
    qtbot.addWidget(window)
    for menu in [window.menuBar(), *(action.menu() for action in window.menuBar().actions())]:
        keys = Counter(key for action in menu.actions() for key in MNEMONIC.findall(action.text().lower()))
        title = menu.title() if isinstance(menu, QMenu) else "menu bar"
        assert [key for key, count in keys.items() if count > 1] == [], title


def test_errors_and_words_of_the_engine_are_told_in_chinese(qapp, speak: Callable[[str], None]) -> None:
    speak("zh_CN")
    full = errors.StorageFailed(path="a.tw", detail="No space left on device")
    assert (
        sentence(full)
        == "无法写入 a.tw：磁盘空间不足。已保存的内容不会丢失。请在该磁盘上腾出空间，或另选一个磁盘。"
    )
    assert reasons.reason("robots", engine.Message("robots-answered", status=503)).endswith(
        "（robots.txt 的响应状态为 503）"
    )
    assert formats.sentences(["一。", "", "二。"]) == "一。二。"


def test_mnemonics_are_taken_out_of_texts_in_both_languages() -> None:
    assert formats.without_mnemonic("&Open R&&D…") == "Open R&D…"
    assert formats.without_mnemonic("打开存档库(&O)…") == "打开存档库…"


def test_every_help_page_is_there_in_both_languages() -> None:
    for language in ("en", "zh_CN"):
        for page in PAGES:
            text = resources.path("help", language, f"{page}.html").read_text("utf-8")
            assert "<h1>" in text, (language, page)


def test_keys_named_in_the_help_are_keys_of_the_program(qtbot, settings: QSettings, light) -> None:
    window = MainWindow(settings)
    qtbot.addWidget(window)
    keys = {action.shortcut().toString() for action in window.actions_._actions.values()} | {"Enter", "Esc"}
    for language in ("en", "zh_CN"):
        for page in PAGES:
            text = resources.path("help", language, f"{page}.html").read_text("utf-8")
            named = set(re.findall(r"<b>((?:(?:Ctrl|Shift|Alt)\+)*(?:F\d+|Enter|Esc|(?<=\+)\w+))</b>", text))
            assert named <= keys, (language, page, named - keys)


def test_the_help_window_shows_chinese_pages(qtbot, light, speak: Callable[[str], None]) -> None:
    speak("zh_CN")
    window = HelpWindow([])
    qtbot.addWidget(window)
    for page in (*PAGES, KEYS):
        window.open(page)
        assert CHINESE.search(window.page.toPlainText()), page


def test_a_program_that_is_updated_while_it_runs_goes_on_speaking(speak, tmp_path, monkeypatch) -> None:
    """The files of the languages are replaced under it."""
    file = tmp_path / "tianwang_zh_CN.qm"
    shutil.copy(resources.path("translations", file.name), file)
    monkeypatch.setattr("widgets.words.translators.resources.path", lambda *_: tmp_path)
    speak("zh_CN")
    file.write_bytes(b"")
    assert CHINESE.search(QApplication.translate("engine", "database is locked"))


def test_dialogs_of_qt_speak_chinese_too_also_after_a_switch(
    qtbot, tmp_path, speak: Callable[[str], None]
) -> None:
    """Every word that a file dialog shows of its own."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "page.html").touch()
    for language, chinese in (("en", False), ("zh_CN", True), ("en", False)):
        speak(language)
        dialog = QFileDialog(None, "", str(tmp_path))
        dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
        qtbot.addWidget(dialog)
        dialog.show()
        model = dialog.findChild(QFileSystemModel)
        root = model.index(str(tmp_path))
        qtbot.waitUntil(lambda model=model, root=root: model.rowCount(root) == 2)
        said = [label.text() for label in dialog.findChildren(QLabel)]
        said += [button.text() or button.toolTip() for button in dialog.findChildren(QAbstractButton)]
        said += [model.headerData(column, Qt.Orientation.Horizontal) for column in range(4)]
        said += [model.type(model.index(row, 0, root)) for row in range(2)]
        own = [text for text in said if text and re.search("[A-Za-z]{2}", re.sub(r"html|HTML|&\w", "", text))]
        assert (own == []) is chinese, own
        dialog.close()
