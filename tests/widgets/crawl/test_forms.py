"""What the panel tells of search forms that a crawl has filled."""

from __future__ import annotations

from app.crawl.frontier.harvest import FormReport
from widgets.crawl.overview import Overview


def test_the_overview_tells_what_forms_have_brought(qtbot, qapp) -> None:
    overview = Overview()
    qtbot.addWidget(overview)
    overview.show()
    assert not overview.forms.isVisible()
    forms = [
        FormReport("https://a.example/search", "https://a.example/", "get", "barren", 40, 312),
        FormReport("https://a.example/find", "https://a.example/", "post", "refused", 5, 0),
    ]
    overview.show_counts({"stored": 3}, {}, forms)
    assert overview.forms.isVisible()
    assert overview.forms.text() == "Search forms: 2 · words asked: 45 · pages found: 312"
    first, second = overview.forms.toolTip().split("\n")
    assert "40 words, 312 pages found; more words brought nothing new" in first
    assert "left alone" in second
    overview.show_counts({"stored": 3}, {})
    assert not overview.forms.isVisible()
