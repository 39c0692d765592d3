"""The crawl sheet: fields become settings, broken input is told, and the sentences name concrete places."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.crawl.plans.plans import Plan
from app.crawl.rules.settings import CrawlSettings, templates
from app.crawl.rules.url import DEFAULT_RULES
from widgets.crawl_setup.form import CrawlForm
from widgets.crawl_setup.sheet import CrawlSheet, TimetableEditor


@pytest.fixture
def stage(qtbot, light) -> QWidget:
    made = QWidget()
    made.resize(1000, 700)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def sheet(stage, settings) -> CrawlSheet:
    return CrawlSheet(settings, stage)


def test_with_a_good_address_one_key_starts(qtbot, sheet) -> None:
    sheet.open_for("https://www.example.org/")
    qtbot.waitUntil(sheet.start.hasFocus)
    with qtbot.waitSignal(sheet.start_requested) as started:
        qtbot.keyClick(sheet.start, Qt.Key.Key_Return)
    assert started.args == [CrawlSettings(seeds=("https://www.example.org/",))]
    assert sheet.isHidden()


def test_every_field_reaches_the_settings(sheet) -> None:
    sheet.open_for("example.org/docs/ https://other.example/")
    sheet.scope.choose("prefix")
    sheet.limits.pages.setValue(200)
    sheet.limits.links.setValue(3)
    sheet.limits.minutes.setValue(10)
    sheet.limits.megabytes.setValue(50)
    sheet.manners.delay.setValue(2.5)
    sheet.manners.robots.setChecked(False)
    sheet.manners.requisites.setChecked(False)
    field = sheet.more.field
    field("include").control.setPlainText("/docs/\n\n/more/")
    field("exclude").control.setPlainText(r"\?print")
    field("workers").control.setValue(4)
    field("per_host").control.setValue(1)
    field("timeout").control.setValue(12)
    field("size_cap").control.setValue(7)
    field("user_agent").control.setText("Someone")
    field("languages").control.setText("zh， en；")
    field("bandwidth").control.setValue(250)
    field("headers").control.setPlainText("Accept-Language: zh-CN,zh;q=0.9")
    field("canonical").boxes["www"].setChecked(True)
    field("topic_weights").boxes[4].setValue(2.5)
    assert sheet.settings() == CrawlSettings(
        seeds=("https://example.org/docs/", "https://other.example/"),
        scope="prefix",
        include=("/docs/", "/more/"),
        exclude=(r"\?print",),
        max_pages=200,
        max_depth=3,
        max_minutes=10.0,
        max_bytes=50 << 20,
        delay=2.5,
        obey_robots=False,
        requisites=False,
        workers=4,
        per_host=1,
        timeout=12.0,
        size_cap=7 << 20,
        user_agent="Someone",
        languages=("zh", "en"),
        bandwidth=250_000,
        headers=(("Accept-Language", "zh-CN,zh;q=0.9"),),
        canonical=(*DEFAULT_RULES, "www"),
        topic_weights=(1.0, 1.0, 1.0, 1.0, 2.5),
    )


OTHER = {
    "scope": "domain",
    "include": ("/a/",),
    "exclude": ("/b/",),
    "max_pages": 7,
    "max_depth": 2,
    "max_bytes": 12_345_678,
    "max_minutes": 2.5,
    "delay": 0.25,
    "workers": 3,
    "per_host": 1,
    "obey_robots": False,
    "user_agent": "Reader/2",
    "timeout": 12.5,
    "size_cap": 1_234_567,
    "requisites": False,
    "max_hops": 3,
    "retries": 5,
    "backoff": 7.5,
    "trap_budget": 40,
    "contact": "https://example.org/bot",
    "order": "topic",
    "backlink_weight": 2.125,
    "form_weight": 0.5,
    "depth_weight": -1.0,
    "guide_words": (("电影", 10.0), ("film", 0.333)),
    "topic_weights": (0.0, 1.5, 2.0, 0.125, 3.0),
    "topic_threshold": 2.5,
    "languages": ("zh", "en-GB"),
    "ip_ranges": ("192.0.2.0/24", "2001:db8::1-2001:db8::9"),
    "off_site_hops": 2,
    "content_types": ("application/pdf", "image/*"),
    "page_types": ("article", "product"),
    "like_categories": ("Science", "体育"),
    "follow_categories": ("sports",),
    "canonical": ("escapes", "www", "scheme"),
    "near_duplicates": False,
    "trap_likeness": 75,
    "obey_nofollow": False,
    "obey_noarchive": False,
    "adaptive": 2.5,
    "delay_ceiling": 90.0,
    "bandwidth": 123_456,
    "proxy": "socks5://127.0.0.1:1080",
    "headers": (("X-Reader", "one: two"),),
    "logins": False,
    "sitemaps": False,
    "guesses": False,
    "browser": "auto",
    "browser_patterns": ("/app/",),
    "browser_workers": 2,
    "browser_seconds": 12.0,
    "browser_scroll": False,
    "revisit": "due",
    "details_once": True,
    "revisit_by_rank": True,
    "revisit_floor": 6.0,
    "revisit_ceiling": 720.0,
    "patience": 90.0,
    "forms": "post",
    "form_patterns": ("/search$",),
    "form_words": ("harbour", "图书馆"),
    "form_learning": False,
    "form_limit": 40,
    "form_pages": 3,
}


def test_every_setting_has_a_field_and_comes_back_exactly(sheet) -> None:
    names = {field.name for field in fields(CrawlSettings)} - {"seeds", "name"}
    assert set(OTHER) == names
    given = replace(CrawlSettings(seeds=("https://example.org/",), name="Everything else"), **OTHER)
    sheet.open_plan(Plan("Everything else", given))
    assert sheet.settings() == given  # as long as nobody looks at a field
    for group in sheet.more.groups:
        assert group.build() and {field.binding.name for field in group.fields} == set(group.names)
    few = {binding.name for binding in sheet.form._bindings}
    assert few | {name for group in sheet.more.groups for name in group.names} == names
    assert sheet.settings() == given
    assert sheet.start.isEnabled(), sheet.summary.text()


def test_a_control_that_is_changed_changes_its_setting_alone(stage, settings) -> None:
    source, target = CrawlForm(settings), CrawlForm(settings)
    usual = target.usual(["https://example.org/"])
    source.fill(replace(usual, **OTHER))
    for group in source.more.groups:
        for name in group.names:
            target.fill(usual)
            target.more.field(name).write(source.more.field(name).read())  # as if a person had put it there
            made = target.settings(usual.seeds)
            assert {n for n in OTHER if getattr(made, n) != getattr(usual, n)} == {name}


WRONG = (
    ("include", "(abc"),
    ("exclude", "*"),
    ("browser_patterns", "["),
    ("form_patterns", "["),
    ("ip_ranges", "192.0.2.0/40"),
    ("content_types", "pdf"),
    ("languages", "zh, ?"),
    ("proxy", "ftp://example.org/"),
    ("headers", "no colon"),
    ("headers", "Cookie: a=b"),
    ("contact", "me"),
    ("user_agent", "天网"),
)


def test_what_is_wrong_is_told_beside_the_field(sheet) -> None:
    sheet.open_for("https://example.org/")
    for name, text in WRONG:
        sheet.more.reveal(name)
        field = sheet.more.field(name)
        put = field.control.setPlainText if hasattr(field.control, "setPlainText") else field.control.setText
        put(text)
        assert field.trouble.text() and not field.trouble.isHidden(), name
        assert field.control.property("bad") is True
        assert not sheet.start.isEnabled()
        assert sheet.summary.text() == field.trouble.text()
        put("")
        assert field.trouble.isHidden() and sheet.start.isEnabled()


def test_the_templates_give_their_settings(sheet) -> None:
    sheet.open_for("https://example.org/")
    for template in templates():
        sheet.templates.buttons[template.code].click()
        made = sheet.settings()
        assert made == replace(sheet.form.usual(["https://example.org/"]), **template.changes)
        assert sheet.timetable.text() == template.schedule
        assert sheet.start.isEnabled() is (template.code != "topic")


def test_a_topic_begins_with_its_words(qtbot, sheet) -> None:
    sheet.open_for("https://example.org/")
    sheet.templates.buttons["topic"].click()
    words = sheet.more.field("guide_words")
    qtbot.waitUntil(words.isVisible)
    assert not sheet.start.isEnabled()
    words.table.item(0, 0).setText("电影")
    words.table.item(0, 1).setText("10")
    words.table.item(1, 0).setText("奥斯卡")
    assert sheet.settings().guide_words == (("电影", 10.0), ("奥斯卡", 1.0))
    assert sheet.start.isEnabled()
    words.trial.setPlainText("电影，又是电影，奥斯卡")
    assert "21" in words.worth.text() and "are followed" in words.worth.text()
    words.trial.setPlainText("别的")
    assert "are not followed" in words.worth.text()
    words.table.item(0, 1).setText("ten")
    assert "ten" in words.trouble.text() and not sheet.start.isEnabled()


def test_a_setting_is_found_by_a_word(qtbot, sheet) -> None:
    sheet.open_for("https://example.org/")
    sheet.more.toggle.click()
    sheet.more.search.setText("proxy")
    qtbot.waitUntil(lambda: sheet.more.field("proxy").isVisible())
    assert not sheet.more.field("workers").isVisible()
    sheet.more.search.setText("nothing like this")
    assert sheet.more.nothing.isVisible()
    sheet.more.search.clear()
    assert not sheet.more.nothing.isVisible() and all(group.isVisible() for group in sheet.more.groups)


def test_a_timetable_makes_it_a_saved_crawl(qtbot, stage, settings) -> None:
    now = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
    sheet = CrawlSheet(settings, stage, lambda: now)
    sheet.open_for("https://example.org/")
    sheet.timetable.kind.setCurrentIndex(2)
    assert sheet.timetable.text() == "hourly" and "60 min" not in sheet.timetable.next.text()
    assert "Next visit" in sheet.timetable.next.text()
    sheet.name.setText("  Front   page ")
    with qtbot.waitSignal(sheet.plan_requested) as asked:
        sheet.start.click()
    plan, run = asked.args
    assert (plan.name, plan.schedule, plan.number, run) == ("Front page", "hourly", 0, True)
    assert plan.settings.seeds == ("https://example.org/",)


def test_it_can_be_kept_without_crawling(qtbot, sheet) -> None:
    sheet.open_for("https://example.org/")
    qtbot.waitUntil(sheet.start.hasFocus)
    with qtbot.waitSignal(sheet.plan_requested) as asked, qtbot.assertNotEmitted(sheet.start_requested):
        qtbot.keyClick(sheet.start, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert asked.args[1] is False and asked.args[0].schedule == ""


def test_every_timetable_can_be_shown(qtbot) -> None:
    editor = TimetableEditor()
    qtbot.addWidget(editor)
    for text in (
        "",
        "startup",
        "hourly",
        "every 6 hours",
        "daily 04:30",
        "weekly thu 23:00",
        "monthly 15 03:00",
        "yearly 06-01 05:00",
    ):
        editor.show_text(text)
        assert editor.text() == text


def test_each_scope_names_what_it_means(sheet) -> None:
    sheet.open_for("https://www.lib.pku.edu.cn/portal/news.html")
    said = {scope: label.text() for scope, label in sheet.scope.sentences.items()}
    assert "www.lib.pku.edu.cn" in said["host"]
    assert "www.lib.pku.edu.cn/portal/" in said["prefix"]
    assert "pku.edu.cn" in said["domain"] and "lib.pku" not in said["domain"]
    assert "www.lib.pku.edu.cn" in said["any"]


def test_the_summary_says_what_will_happen(sheet) -> None:
    sheet.open_for("https://example.org/")
    assert "without a limit" in sheet.summary.text()
    sheet.limits.pages.setValue(5)
    sheet.manners.robots.setChecked(False)
    assert "5 page" in sheet.summary.text()
    assert "robots.txt" in sheet.summary.text()


def test_the_summary_says_which_kinds_of_pages_are_kept_and_which_once(sheet) -> None:
    sheet.open_for("https://example.org/")
    for name, value in (("page_types", ("detail", "forum")), ("details_once", True)):
        sheet.more.reveal(name)
        sheet.more.field(name).write(value)
    summary = sheet.summary.text()
    assert (
        "these kinds: Article, Documentation, Product, Service, Forum; others are read for their links"
        in summary
    )
    assert "details that are kept are not asked for again" in summary


def test_only_details_is_one_click_and_found_by_its_name(sheet) -> None:
    sheet.open_for("https://example.org/")
    sheet.more.reveal("page_types")
    kinds = sheet.more.field("page_types")
    assert kinds.matches(["details"])
    kinds.boxes["forum"].setChecked(True)
    kinds.details.click()
    assert set(kinds.read()) == {"article", "documentation", "product", "service"}
    assert "these kinds: Article, Documentation, Product, Service; others" in sheet.summary.text()


def test_escape_cancels_and_starts_nothing(qtbot, sheet) -> None:
    sheet.open_for("https://example.org/")
    with qtbot.assertNotEmitted(sheet.start_requested), qtbot.waitSignal(sheet.closed):
        qtbot.keyClick(sheet, Qt.Key.Key_Escape)
    assert sheet.isHidden()


def test_the_page_below_stays_in_sight(stage, sheet) -> None:
    sheet.open_for("https://example.org/")
    assert sheet.width() < stage.width() * 0.6
    stage.resize(1400, 800)
    assert sheet.geometry().right() == stage.width() - 1
    assert sheet.height() == stage.height()


def test_one_choice_says_what_is_captured(sheet) -> None:
    """Kind and part of the web were two choices for one thing; only kinds that leave the part open ask for it."""
    sheet.open_for("https://www.example.org/docs/")
    assert not sheet.scope.isVisible() and not sheet.form.scope_heading.isVisible()
    assert "www.example.org" in sheet.templates.sentence.text()
    sheet.templates.buttons["one-folder"].click()
    assert sheet.settings().scope == "prefix" and "www.example.org/docs/" in sheet.templates.sentence.text()
    sheet.templates.buttons["one-domain"].click()
    assert sheet.settings().scope == "domain" and not sheet.scope.isVisible()
    sheet.templates.buttons["document-harvest"].click()
    assert sheet.scope.isVisible() and sheet.form.scope_heading.text() == "Within"
    sheet.scope.choose("host")
    assert sheet.settings().scope == "host" and sheet.settings().content_types
    sheet.open_plan(Plan("Kept", CrawlSettings(seeds=("https://example.org/",), scope="domain")))
    assert sheet.scope.isVisible() and not sheet.templates.isVisible()
    assert sheet.form.scope_heading.text() == "What to capture"


def test_the_wait_follows_the_addresses_and_the_rule_is_said(sheet) -> None:
    sheet.open_for("")
    assert sheet.manners.delay.value() == 1.0 and sheet.manners.local.isHidden()
    sheet.addresses.setPlainText("http://127.0.0.1:8000/\nhttp://localhost:9000/")
    assert sheet.manners.delay.value() == 0.0 and "need no wait" in sheet.manners.local.text()
    sheet.addresses.setPlainText("http://127.0.0.1:8000/\nhttps://example.org/")
    assert sheet.manners.delay.value() == 1.0 and "like the others" in sheet.manners.local.text()
    sheet.manners.delay.setValue(2.5)
    sheet.addresses.setPlainText("http://127.0.0.1:8000/")
    assert sheet.manners.delay.value() == 2.5, "what a person has chosen stays"


def test_the_summary_says_when_it_is_repeated_and_where_it_goes(sheet) -> None:
    sheet.open_for("https://example.org/", "~/archives/news.archive")
    assert sheet.kept_in.isVisible() and "news.archive" in sheet.kept_in.text()
    assert "Repeated" not in sheet.summary.text()
    sheet.timetable.show_text("daily 04:00")
    assert "Repeated daily at 04:00." in sheet.summary.text()


def test_the_settings_of_a_former_crawl_choose_the_kind_that_suits_them(sheet) -> None:
    seeds = ("https://example.org/docs/",)
    for template in templates():
        sheet.open_with(template.settings(seeds))
        assert sheet.templates.current().code == template.code
        assert sheet.settings().scope == template.settings(seeds).scope
    sheet.open_with(CrawlSettings(seeds=seeds, scope="prefix", max_depth=3))
    assert sheet.templates.current().code == "one-folder" and sheet.settings().max_depth == 3
