"""Every error is a sentence, and every sentence can be translated."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import app
from app import errors
from app.crawl.settings import SettingsInvalid
from widgets.messages import TEMPLATES, MessageBar, sentence


def all_user_errors() -> list[type[errors.UserError]]:
    found, queue = [], [errors.UserError]
    while queue:
        kind = queue.pop()
        found.append(kind)
        queue += kind.__subclasses__()
    return found


def test_no_template_of_an_error_is_missing_in_the_table_for_translation() -> None:
    for module in walk_packages(app.__path__, "app."):  # errors are defined beside what raises them, too
        if module.name != "app.__main__":
            import_module(module.name)
    assert SettingsInvalid in all_user_errors()
    ours = [kind for kind in all_user_errors() if kind.__module__.startswith("app.")]
    assert {kind.template for kind in ours} <= set(TEMPLATES)


def test_a_user_error_is_its_own_sentence() -> None:
    assert sentence(errors.CaptureMissing(wanted="x")) == "The archive holds nothing under x."


def test_a_full_disk_says_what_to_do() -> None:
    full = errors.StorageFailed(path="/x", detail="No space left on device")
    assert sentence(full).endswith("Make room on that disk, or choose another one.")
    assert "room" not in sentence(errors.StorageFailed(path="/x", detail="Permission denied"))


def test_a_format_error_names_file_place_and_rule() -> None:
    text = sentence(errors.FormatError("a.tw", 17, "no version"))
    assert all(part in text for part in ("a.tw", "17", "no version"))


def test_a_disk_error_names_file_and_reason() -> None:
    assert sentence(FileNotFoundError(2, "No such file", "/x")) == "/x: No such file"


def test_a_defect_is_told_as_one() -> None:
    assert "ValueError" in sentence(ValueError("odd"))


def test_the_bar_shows_dismisses_and_acts(qtbot, light) -> None:
    bar = MessageBar()
    qtbot.addWidget(bar)
    done: list[int] = []
    bar.warning("Careful", ("Undo", lambda: done.append(1)))
    assert not bar.isHidden()
    assert (bar.kind, bar.text) == ("warning", "Careful")
    bar._button.click()
    assert done == [1]
    assert bar.isHidden()
    bar.error("Bad")
    assert bar._button.isHidden()
