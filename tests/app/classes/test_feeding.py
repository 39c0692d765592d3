"""The categories of the pages of an archive: by hand, rule and model, behind the commit; what teaches and what is asked."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.archive.notes.notebook import Notebook
from app.classes import categories, corpus, hand
from app.classes.categories import CategoriesUnfit, Category, CategoryUnknown, Rule
from app.classes.feeding import Fed, feed, model_of, use
from app.classes.known import HAND, Known
from app.classes.model import Kind, Model
from app.classes.proposing import doubtful, more_like
from app.classes.store import NAME, Store
from app.classes.terms import Described
from app.errors import StorageUnreadable
from tests.app.classes.conftest import SAID, examples
from tests.conftest import capture

Fill = Callable[..., Archive]
GOAL, BANK, OTHER = "http://n.test/a/goal.html", "http://n.test/b/bank.html", "http://n.test/other.html"


def page(words: str, *links: str) -> str:
    anchors = "".join(f'<a href="{link}">more</a> ' for link in links)
    return f"<title>{words.split()[0]}</title><article><p>{words * 3}</p>{anchors}</article>"


@pytest.fixture
def site(fill: Fill) -> Archive:
    return fill(
        capture(GOAL, page("goal team league score coach stadium. ")),
        capture(BANK, page("bank stock market share profit fund. ")),
        capture(OTHER, page("zebra giraffe lion. ")),
        capture("http://n.test/gone", page("goal. "), status=404),
        capture("http://n.test/s.css", "a {}", media_type="text/css"),
    )


TREE = (
    Category("sport", "Sport", "体育"),
    Category("money", "Money", "财经"),
    Category("money/fund", "Funds", "基金"),
)


def own(*rules: Rule) -> categories.Categories:
    return categories.Categories(TREE, rules, own=True)


def found(archive: Archive) -> dict[str, tuple[str, str]]:
    with Known(archive.path) as known:
        return {row.url: (row.category, row.source) for row in known.rows()}


def test_the_model_judges_each_page_once_and_new_ones_behind_the_commit(
    site: Archive, models: dict[Kind, Model]
) -> None:
    use(site.path, models["svm"])
    assert feed(site) == Fed(read=3, judged=3)
    assert found(site) == {GOAL: ("sport", "model"), BANK: ("money", "model"), OTHER: ("", "model")}
    assert feed(site) == Fed()
    with site.writer() as writer:
        writer.store(capture(OTHER, page("豆腐 酱油 大火 翻炒 辣椒。"), minutes=5))
    assert feed(site) == Fed(read=1, judged=1)
    with Known(site.path) as known:
        row = known.of(OTHER)
        assert row is not None and row.category == "菜谱" and row.confidence > 0.5 and row.reasons
        assert known.counts() == {"sport": 1, "money": 1, "菜谱": 1}


def test_rules_come_before_the_model_and_judge_without_reading_again(
    site: Archive, models: dict[Kind, Model]
) -> None:
    use(site.path, models["svm"])
    feed(site)
    rules = (
        Rule("money/fund", "words", "bank fund|funds -goal"),
        Rule("sport", "address", "n.test/other"),
        Rule("money", "regex", r"/a/.*\.html$"),
    )
    categories.write(site.path, own(*rules))
    assert feed(site) == Fed(read=0, judged=3)
    assert found(site) == {GOAL: ("money", "rule"), BANK: ("money/fund", "rule"), OTHER: ("sport", "rule")}
    with Known(site.path) as known:
        assert known.totals() == {"money": 2, "money/fund": 1, "sport": 1}
        assert known.pages("money") == [GOAL, BANK]


def test_hand_wins_teaches_and_is_undone(site: Archive, models: dict[Kind, Model]) -> None:
    use(site.path, models["svm"])
    feed(site)
    notebook = Notebook(site.path)
    act = hand.assign(notebook, [GOAL, OTHER], "money")
    assert found(site)[GOAL] == found(site)[OTHER] == ("money", HAND)
    assert hand.assign(notebook, [GOAL], "money").id == ""
    assert corpus.of_hands(site.path) == {"money": [GOAL, OTHER]}
    notebook.undo(act.id)
    assert found(site)[GOAL] == ("sport", "model")
    hand.assign(notebook, [GOAL], "money")
    hand.assign(notebook, [GOAL], None)
    assert found(site)[GOAL] == ("sport", "model")
    hand.refuse(notebook, [GOAL], "sport")
    assert found(site)[GOAL] == ("", "model")


def test_a_strangers_cache_is_made_anew_and_single_rows_are_not_believed(
    site: Archive, models: dict[Kind, Model]
) -> None:
    use(site.path, models["svm"])
    feed(site)
    with closing(sqlite3.connect(site.path / NAME)) as db, db:
        db.execute("UPDATE assigned SET category = 'money' WHERE url = ?", (GOAL,))
    assert GOAL not in found(site)
    with closing(sqlite3.connect(site.path / NAME)) as db, db:
        db.execute("UPDATE about SET seal = x'00'")
    assert found(site) == {}
    assert feed(site).judged == 3 and found(site)[GOAL] == ("sport", "model")
    (site.path / NAME).write_bytes(b"no database at all" * 100)
    assert feed(site).judged == 3


def test_a_feed_that_is_cancelled_goes_on(site: Archive, models: dict[Kind, Model]) -> None:
    use(site.path, models["svm"])
    asked = iter((False, True))
    assert feed(site, cancelled=lambda: next(asked, True)).judged <= 1
    feed(site)
    assert len(found(site)) == 3


def test_a_damaged_model_is_told(site: Archive, models: dict[Kind, Model]) -> None:
    use(site.path, models["svm"])
    path = site.path / "categories.model"
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(StorageUnreadable):
        feed(site)
    use(site.path, None)
    assert model_of(site.path) is None and feed(site).judged == 3


def test_sections_label_what_their_channel_page_links_to(fill: Fill) -> None:
    channels = {"sport": "http://c.test/sport/", "money": "http://c.test/money/"}
    both = "http://c.test/all.html"
    archive = fill(
        capture(channels["sport"], page("x ", "/sport/1.html", "/all.html", "/money/", "http://o.test/")),
        capture(channels["money"], page("x ", "/money/1.html", "/all.html", "/missing.html")),
        *(capture(f"http://c.test/{one}", page(f"{one} words ")) for one in ("sport/1.html", "money/1.html")),
        capture(both, page("all ")),
    )
    with archive.reader() as reader:
        labelled = corpus.of_sections(reader, channels)
    assert labelled == {"sport": ["http://c.test/sport/1.html"], "money": ["http://c.test/money/1.html"]}
    made = corpus.of_urls(archive, labelled)
    assert [one.label for one in made] == ["sport", "money"] and "sport/1.html" in made[0].document.text


def test_tags_and_folders_label(site: Archive, tmp_path: Path) -> None:
    from app.archive.notes.marks import Change, Target

    Notebook(site.path).write([Change(Target(GOAL), add=("ball",))])
    assert corpus.tagged(site.path, ["Ball", "none"]) == {"Ball": [GOAL], "none": []}
    for label, text in (("a", "one two"), ("b", "three")):
        (tmp_path / "files" / label / "deep").mkdir(parents=True)
        (tmp_path / "files" / label / "deep" / "x.txt").write_text(text)
    made = corpus.of_folder(tmp_path / "files")
    assert [(one.label, one.document.text.strip()) for one in made] == [("a", "one two"), ("b", "three")]
    (tmp_path / "lines.tsv").write_text("a\tone\nbroken\nb\ttwo\n")
    assert [one.label for one in corpus.of_folder(tmp_path / "lines.tsv")] == ["a", "b"]


def test_ten_marked_pages_find_the_others_like_them(fill: Fill) -> None:
    made = examples(12)
    archive = fill(*(capture(one.document.url, page(f"{one.document.text}. ")) for one in made))
    feed(archive)
    urls = {label: [one.document.url for one in made if one.label == label] for label in SAID}
    proposed = more_like(archive.path, urls["sport"][:4], urls["money"][:1], most=12)
    assert {one.url for one in proposed[:8]} == set(urls["sport"][4:])
    assert proposed[0].score >= proposed[-1].score and proposed[0].reasons
    assert any(one.asked for one in proposed) and urls["money"][0] not in {one.url for one in proposed}


def test_the_pages_asked_for_are_doubtful_and_of_different_sites(
    site: Archive, models: dict[Kind, Model]
) -> None:
    use(site.path, models["svm"])
    feed(site)
    with Known(site.path) as known:
        asked = doubtful(known.rows(), 2, each_site=1)
    assert [row.url for row in asked] == [OTHER]


def test_the_tree_of_the_program_has_more_than_400_categories_in_two_languages() -> None:
    tree = categories.default()
    assert len(tree) > 400 and len({one.id for one in tree}) == len(tree)
    assert all(one.en and one.zh for one in tree)
    assert categories.parsed(categories.lines(tree)) == tree


def test_a_category_is_meant_by_id_or_name(tmp_path: Path) -> None:
    known = categories.read(tmp_path)
    assert known.meant("science/physics") == known.meant("Physics") == known.meant("物理学")
    with pytest.raises(CategoryUnknown):
        known.meant("castle")


def test_trees_and_rules_that_cannot_be_used_are_refused(tmp_path: Path) -> None:
    for text in ("a b\tX", "a/b\tX", "a\tA\na\tB"):
        with pytest.raises(CategoriesUnfit):
            categories.parsed(text)
    for rule in (Rule("castle", "host", "a.test"), Rule("sport", "regex", "("), Rule("sport", "host", " ")):
        with pytest.raises((CategoriesUnfit, CategoryUnknown)):
            categories.write(tmp_path, own(rule))
    (tmp_path / categories.NAME).write_text("{")
    with pytest.raises(StorageUnreadable):
        categories.write(tmp_path, own())
    assert (tmp_path / categories.NAME).read_text() == "{"


def test_a_rule_of_a_host_holds_below_it() -> None:
    tree = own(Rule("sport", "host", "b.test"))
    assert tree.ruled(Described(url="https://www.b.test/x")) and tree.ruled(Described(url="http://b.test"))
    assert not tree.ruled(Described(url="http://ab.test/")) and not tree.ruled(Described(url="http://[x"))


def test_store_without_a_file_knows_nothing(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        assert store.row("x") is None and store.text("x") is None and list(store.rows()) == []
