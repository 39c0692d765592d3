"""The link map in the window: drawn, moved, searched, chosen, coloured, through time, written to files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from tests.app.graph.conftest import SITE, answer, linked, page, store
from tests.conftest import capture
from widgets.kit import jobs, theme
from widgets.linkmap import paint, scene, work
from widgets.linkmap.canvas import MapCanvas, inks
from widgets.linkmap.scene import Camera, Scene
from widgets.linkmap.view import MapView
from widgets.session import Session
from widgets.shell.main_window import MainWindow
from widgets.tree.panel import PageMenu

LONG = 30_000
DAY = 24 * 60


@pytest.fixture(autouse=True)
def _config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))


@pytest.fixture
def site(archive: Archive) -> Archive:
    """Pages of two crawls: c.html is new in the second, old.html gone, the home page has changed."""
    return store(
        archive,
        answer("", page(linked("news/a.html", "news/b.html", "old.html"), menu=False)),
        answer("news/a.html", page(linked("b.html"), menu=False).replace("<title>t", "<title>First news")),
        answer("news/b.html", page("", menu=False).replace("<title>t", "<title>Second news")),
        answer("old.html", page("", menu=False).replace("<title>t", "<title>Old")),
        answer("paper.pdf", "%PDF-1.4", media_type="application/pdf"),
        answer("", page(linked("news/a.html", "news/c.html", "paper.pdf"), menu=False), minutes=DAY),
        answer("news/c.html", page("", menu=False).replace("<title>t", "<title>Third news"), minutes=DAY),
        answer("old.html", "gone", status=404, minutes=DAY),
    )


@pytest.fixture
def session(qapp: object, site: Archive) -> Iterator[Session]:
    made = Session(site)
    yield made
    jobs.wait_all(LONG)
    made.close()


def ready(qtbot: QtBot, view: MapView) -> None:
    qtbot.waitUntil(lambda: view.made is not None and not view.busy, timeout=LONG)
    qtbot.waitUntil(lambda: view.canvas.scene is None or view.canvas.settled, timeout=LONG)


@pytest.fixture
def view(qtbot: QtBot, light: None, session: Session) -> MapView:
    made = MapView(session)
    qtbot.addWidget(made)
    made.resize(1000, 640)
    made.show()
    made.open()
    ready(qtbot, made)
    return made


def names(view: MapView) -> list[str]:
    return [view.model.index(row, 0).data() for row in range(view.model.rowCount())]


def node(view: MapView, path: str) -> int:
    assert view.made is not None
    found = view.made.shown.find(f"{SITE}{path}")
    assert found is not None
    return found


def colour_at(canvas: MapCanvas, number: int) -> str:
    point = canvas.pixel_of(number).toPoint()
    return canvas.grab().toImage().pixelColor(point).name()


def test_pages_are_drawn_where_they_stand_and_listed(view: MapView) -> None:
    assert sorted(names(view)) == ["First news", "Second news", "Third news", "paper.pdf", "t"]
    assert "5" in view.figures.text()
    assert colour_at(view.canvas, node(view, "news/a.html")) == theme.colors().accent
    assert colour_at(view.canvas, node(view, "paper.pdf")) == theme.colors().removed
    assert "PDF" in view.legend.text()
    assert view.canvas.accessibleName()


def test_a_node_is_chosen_in_the_picture_and_in_the_list(qtbot: QtBot, view: MapView) -> None:
    a = node(view, "news/a.html")
    at = view.canvas.pixel_of(a).toPoint()
    plain = view.canvas.grab().toImage()
    QTest.mouseMove(view.canvas, at)
    QTest.mouseClick(view.canvas, Qt.MouseButton.LeftButton, pos=at)
    assert view.canvas.current == a
    assert view.model.node(view.table.currentIndex().row()) == a
    assert "First news" in view.canvas.accessibleDescription()
    assert f"{SITE}news/a.html" in view.tip(a)
    assert "1 in, 1 out" in view.tip(a)
    QTest.mouseMove(view.canvas, QPoint(2, 2))
    changed = view.canvas.grab().toImage()
    # the link from the home page is drawn in the colour of links that lead there
    wanted = QColor(theme.colors().changed)
    assert count(changed, wanted) > 5 > count(plain, wanted)
    with qtbot.waitSignal(view.page_requested) as asked:
        QTest.mouseDClick(view.canvas, Qt.MouseButton.LeftButton, pos=at)
    assert asked.args == [f"{SITE}news/a.html"]
    row = view.model.row_of(node(view, "news/c.html"))
    view.table.selectRow(row)
    assert view.canvas.current == node(view, "news/c.html")


def count(image: QImage, ink: QColor, near: int = 40) -> int:
    """Pixels of about this colour."""
    made = image.convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(made.constBits(), np.uint8).reshape(-1, 4)[:, :3].astype(int)
    way = np.abs(pixels - np.array([ink.blue(), ink.green(), ink.red()])).max(1)
    return int((way < near).sum())


def test_keys_go_along_links_and_enlarge(qtbot: QtBot, view: MapView) -> None:
    canvas = view.canvas
    canvas.setFocus()
    canvas.choose(node(view, ""))
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.current != node(view, "")
    assert canvas.scene is not None
    assert canvas.scene.place[canvas.current, 0] > canvas.scene.place[node(view, ""), 0]
    QTest.keyClick(canvas, Qt.Key.Key_Left)
    before = canvas.camera.scale
    QTest.keyClick(canvas, Qt.Key.Key_Plus)
    assert canvas.camera.scale > before
    QTest.keyClick(canvas, Qt.Key.Key_Minus)
    QTest.keyClick(canvas, Qt.Key.Key_F)
    assert canvas.camera.scale == pytest.approx(before)
    canvas.choose(node(view, "news/a.html"))
    with qtbot.waitSignal(view.page_requested):
        QTest.keyClick(canvas, Qt.Key.Key_Return)
    QTest.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.current == -1
    with qtbot.waitSignal(view.closed):
        QTest.keyClick(canvas, Qt.Key.Key_Escape)


def test_the_picture_is_moved_with_the_mouse_and_the_wheel(qtbot: QtBot, view: MapView) -> None:
    canvas = view.canvas
    before = canvas.camera
    canvas.choose(-1)
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    QTest.mouseMove(canvas, QPoint(40, 10))
    QTest.mouseMove(canvas, QPoint(60, 10))
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=QPoint(60, 10))
    assert (before.x - canvas.camera.x) * before.scale == pytest.approx(50, abs=1)
    assert canvas.current == -1
    at = canvas.pixel_of(node(view, "news/a.html"))
    canvas.zoom(2, at)
    after = canvas.pixel_of(node(view, "news/a.html"))
    assert (after - at).manhattanLength() < 1
    qtbot.waitUntil(lambda: canvas.settled, timeout=LONG)
    assert colour_at(canvas, node(view, "news/a.html")) == theme.colors().accent


def test_words_find_nodes_and_enter_goes_on(view: MapView) -> None:
    view.search.setText("NEWS")
    assert sorted(names(view)) == ["First news", "Second news", "Third news"]
    first = view.canvas.current
    assert first == view.model.node(0)
    middle = view.canvas.pixel_of(first) - QPointF(view.canvas.width() / 2, view.canvas.height() / 2)
    assert middle.manhattanLength() < 2
    QTest.keyClick(view.search, Qt.Key.Key_Return)
    assert view.canvas.current == view.model.node(1)
    view.search.setText("nothing says this")
    assert view.model.rowCount() == 0
    assert "0" in view.found.text()


def test_colours_and_sizes_say_what_they_are_chosen_for(qtbot: QtBot, view: MapView) -> None:
    colors = theme.colors()
    view.bar.choose(view.bar.colour, "change")
    ready(qtbot, view)
    assert "old.html" not in view.tip(node(view, "news/c.html"))
    assert colour_at(view.canvas, node(view, "news/c.html")) == colors.added
    assert colour_at(view.canvas, node(view, "old.html")) == colors.removed
    assert colour_at(view.canvas, node(view, "")) == colors.changed
    view.bar.choose(view.bar.colour, "status")
    ready(qtbot, view)
    assert "Stored" in view.legend.text()
    view.bar.choose(view.bar.colour, "depth")
    view.bar.choose(view.bar.arrangement, "clicks")
    ready(qtbot, view)
    assert "Home" in view.legend.text()
    scene = view.canvas.scene
    assert scene is not None
    assert scene.radius[node(view, "")] != scene.radius[node(view, "news/b.html")]
    view.bar.choose(view.bar.measure, "same")
    scene = view.canvas.scene
    assert scene is not None
    assert len(set(scene.radius[: scene.size].tolist())) == 1


def test_links_of_all_pages_and_of_other_classes(qtbot: QtBot, view: MapView) -> None:
    quiet = view.canvas.grab().toImage()
    view.bar.choose(view.bar.lines, True)
    ready(qtbot, view)
    loud = view.canvas.grab().toImage()
    other = sum(
        quiet.pixel(x, y) != loud.pixel(x, y) for x in range(loud.width()) for y in range(loud.height())
    )
    assert other > 200
    assert view.made is not None
    assert int(view.made.standing[0].links.sum()) == 4
    view.bar._of_class[0].setChecked(False)
    ready(qtbot, view)
    assert int(view.made.standing[0].links.sum()) == 0


def test_the_slider_shows_earlier_crawls_and_two_dates_stand_side_by_side(
    qtbot: QtBot, view: MapView
) -> None:
    assert len(view.days.moments) == 2
    view.days.slider.setValue(0)
    qtbot.waitUntil(lambda: "Old" in names(view), timeout=LONG)
    ready(qtbot, view)
    assert "Third news" not in names(view)
    view.beside.setChecked(True)
    ready(qtbot, view)
    qtbot.waitUntil(lambda: view.second.settled, timeout=LONG)
    colors = theme.colors()
    assert colour_at(view.canvas, node(view, "old.html")) == colors.removed
    assert colour_at(view.second, node(view, "news/c.html")) == colors.added
    assert view.second.scene is not None
    assert not view.second.scene.shown[node(view, "old.html")]
    assert not view.side.isVisible(), "two pictures need the room of the list"
    # what changed is seen from any distance, also in a folder that is folded
    assert view.second.scene.diameters(1e-3)[node(view, "news/c.html")] == scene.MARK
    assert view.second.scene.diameters(1e-3)[node(view, "news/b.html")] < scene.MARK
    view.fold()
    ready(qtbot, view)
    folder = view.made.shown.size
    assert view.second.scene.stand_out[folder]
    view.unfold()
    ready(qtbot, view)
    view.canvas.choose(node(view, "news/a.html"))
    assert view.second.current == view.canvas.current
    view.canvas.zoom(1.5)
    assert view.second.camera == view.canvas.camera
    view.beside.setChecked(False)
    ready(qtbot, view)
    assert "Third news" in names(view) and view.side.isVisible()


def test_a_folder_is_folded_into_one_node_and_unfolded(qtbot: QtBot, view: MapView) -> None:
    folder = view.made.shown.size  # news/ is no page
    assert view.tip(folder).splitlines()[1].startswith("3 ")
    wide = np.ptp(view.canvas.scene.place[:, 1])
    view.canvas.choose(folder)
    QTest.keyClick(view.canvas, Qt.Key.Key_Space)
    ready(qtbot, view)
    scene = view.canvas.scene
    inside = [node(view, f"news/{name}.html") for name in "abc"]
    assert not scene.shown[inside].any()
    assert scene.shown[folder] and scene.label[folder] == "news/ · 3"
    assert view.canvas.current == folder
    assert np.ptp(scene.place[scene.shown][:, 1]) < wide
    home = node(view, "")
    links = {(int(scene.source[one]), int(scene.target[one])) for one in scene.links()}
    assert links == {(home, folder), (home, node(view, "paper.pdf"))}  # three links as one
    assert "Third news" in names(view) and view.tip(folder).splitlines()[2].startswith("3 ")
    # chosen in the list a page is where it is folded into
    view.show_node(inside[0])
    assert view.canvas.current == folder
    view.open_node(folder)
    ready(qtbot, view)
    assert view.canvas.scene.shown[inside].all() and view.canvas.scene.label[folder] == "news/"


def test_all_is_folded_and_unfolded_also_communities(qtbot: QtBot, view: MapView) -> None:
    view.fold()
    ready(qtbot, view)
    assert view.canvas.scene.inside.tolist()[-1] == 3
    view.unfold()
    ready(qtbot, view)
    assert not view.canvas.scene.inside.any()
    view.bar.choose(view.bar.arrangement, "links")
    ready(qtbot, view)
    view.canvas.zoom(1.5)
    camera, place = view.canvas.camera, view.canvas.scene.place
    leader = view.made.groups.leaders[0]
    member = next(one for one in np.flatnonzero(view.made.groups.member == 0) if one != leader)
    view.toggle_fold(int(member))
    ready(qtbot, view)
    scene = view.canvas.scene
    assert scene.shown[leader] and not scene.shown[member] and scene.inside[leader] > 0
    others = view.made.groups.member != 0
    assert np.array_equal(scene.place[others], place[others])  # nothing else moves
    assert view.canvas.camera == camera
    assert len(scene.links()) < len(view.made.standing[0].links.nonzero()[0])
    view.bar.choose(view.bar.arrangement, "folders")
    ready(qtbot, view)
    assert not view.canvas.scene.inside.any()


def test_the_picture_is_written(qtbot: QtBot, view: MapView, tmp_path: Path) -> None:
    for name in ("map.svg", "map.png"):
        with qtbot.waitSignal(view.told, timeout=LONG) as told:
            view.export_to(tmp_path / name)
        assert name in told.args[0]
    drawn = QSvgRenderer(str(tmp_path / "map.svg"))
    assert drawn.isValid()
    text = (tmp_path / "map.svg").read_text("utf-8")
    assert "First news" in text
    image = QImage(str(tmp_path / "map.png"))
    assert image.size().width() > 800
    assert count(image, QColor(theme.colors().removed)) > 20
    with qtbot.waitSignal(view.told, timeout=LONG) as told:
        view.export_to(tmp_path / "missing" / "map.png")
    assert "map.png" in told.args[0]


def test_an_archive_without_pages_says_so(qtbot: QtBot, light: None, archive: Archive) -> None:
    store(archive)
    session = Session(archive)
    view = MapView(session)
    qtbot.addWidget(view)
    view.show()
    view.open()
    ready(qtbot, view)
    assert view.stack.currentWidget() is view.nothing
    assert "Crawl" in view.nothing.text.text()
    jobs.wait_all(LONG)
    session.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_many_nodes_and_links_are_stamped_and_veiled(qapp: object, scheme: str) -> None:
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.apply_theme(app, scheme)
    size = 3000
    angle = np.arange(size) * 2 * np.pi / size
    source = np.arange(size)
    scene = Scene(
        size=size,
        place=np.stack((np.cos(angle), np.sin(angle)), 1) * 300,
        radius=np.full(size, 4.0),
        colour=np.zeros(size, np.int64),
        palette=["#ff0000"],
        label=[""] * size,
        weight=np.zeros(size),
        parent=np.full(size, -1, np.int64),
        form="",
        source=source,
        target=(source + size // 2) % size,
        shown=np.ones(size, np.bool_),
        stands=np.ones(size, np.bool_),
        every_link=True,
    )
    ground = QColor(theme.colors().surface)
    for ratio in (1.0, 2.0):
        image = paint.picture(scene, Camera(0, 0, 1), 700, 700, inks(), ratio=ratio)
        assert image.size() == QSize(round(700 * ratio), round(700 * ratio))

        def at(x: float, y: float, image: QImage = image, ratio: float = ratio) -> QColor:
            return image.pixelColor(round(x * ratio), round(y * ratio))

        assert at(650, 350) == QColor("#ff0000")
        assert at(350, 50) == QColor("#ff0000")
        assert at(350, 350) != ground  # all links meet there
        assert at(5, 5) == ground
    stopped = paint.picture(scene, Camera(0, 0, 1), 700, 700, inks(), stop=lambda: True)
    assert stopped.pixelColor(650, 350) == ground
    theme.apply_theme(app, "light")


def test_the_window_opens_the_map_from_its_menu_and_its_tree(
    qtbot: QtBot, window: MainWindow, site: Archive, show_active: Callable[..., None]
) -> None:
    store(site, capture("http://b.example/", "<title>B</title>"))
    show_active(window)
    window.open_archive(site.path)
    qtbot.waitUntil(lambda: window.workspace is not None, timeout=LONG)
    window.actions_["link_map"].trigger()
    view = window.map.view
    assert view is not None
    ready(qtbot, view)
    assert "B" in names(view)
    assert window.workspace is not None
    window.workspace.tree.map_requested.emit("a.example")
    ready(qtbot, view)
    assert "B" not in names(view)
    assert view.bar.site.currentData() == "a.example"
    view.open_node(node(view, "news/a.html"))
    assert not window.workspace.page_hidden
    assert window.workspace.page.url == f"{SITE}news/a.html"
    tree = window.workspace.tree
    rows = tree.current_view()
    rows.setCurrentIndex(rows.model().index(0, 0))
    menu = PageMenu(tree, rows, window.session)
    entry = next(action for action in menu.actions() if "map of this site" in action.text())
    with qtbot.waitSignal(tree.map_requested) as asked:
        entry.trigger()
    assert asked.args == ["a.example"]
    ready(qtbot, view)
    assert window.workspace.page_hidden


def test_communities_have_colours_and_are_named_by_their_first_pages(
    qtbot: QtBot, light: None, archive: Archive
) -> None:
    said = [answer("", page(linked("a0.html", "b0.html"), menu=False))]
    for name in "ab":
        for number in range(
            8
        ):  # each to the next three: a link to it from most pages would be one of the template
            others = [f"{name}{(number + way) % 8}.html" for way in (1, 2, 3)]
            text = page(linked(*others), menu=False).replace("<title>t", f"<title>{name.upper()} {number}")
            said.append(answer(f"{name}{number}.html", text))
    said.append(answer("alone.html", page("", menu=False)))
    session = Session(store(archive, *said))
    view = MapView(session)
    qtbot.addWidget(view)
    view.resize(1000, 640)
    view.show()
    view.open()
    ready(qtbot, view)
    assert view.made is not None
    assert view.made.groups is None
    view.bar.choose(view.bar.colour, "community")
    ready(qtbot, view)
    colours = {colour_at(view.canvas, node(view, f"a{number}.html")) for number in range(8)}
    others = {colour_at(view.canvas, node(view, f"b{number}.html")) for number in range(8)}
    assert len(colours) == len(others) == 1
    assert colours != others
    assert colour_at(view.canvas, node(view, "alone.html")) not in colours | others
    legend = view.legend.accessibleName()
    assert "B 0" in legend and "Smaller ones" in legend
    jobs.wait_all(LONG)
    session.close()


def test_pages_are_arranged_by_links_without_a_tree(qtbot: QtBot, view: MapView) -> None:
    before = view.canvas.scene
    view.bar.choose(view.bar.arrangement, "links")
    ready(qtbot, view)
    scene = view.canvas.scene
    assert scene is not None and before is not None
    assert scene.every_link
    assert not view.bar.form.isEnabled()
    assert len(scene.tree()[0]) == 0
    assert len(np.unique(scene.place, axis=0)) == scene.size < len(before.place) + 1
    assert colour_at(view.canvas, node(view, "paper.pdf")) == theme.colors().removed
    view.bar.choose(view.bar.arrangement, "folders")
    ready(qtbot, view)
    assert view.bar.form.isEnabled()
    assert view.canvas.scene is not None
    assert len(view.canvas.scene.tree()[0]) > 0


def test_words_that_most_titles_end_with_are_left_out() -> None:
    titles = [f"Class{number} (kafka 3.9 API)" for number in range(25)] + ["Apart", "", "kafka 3.9 API)"]
    assert work.without_common_end(titles) == [f"Class{number}" for number in range(25)] + titles[25:]
    assert work.without_common_end(titles[:15]) == titles[:15]
    kept = [f"On the number {number}" for number in range(30)]
    assert work.without_common_end(kept) == kept
    assert work.without_common_end([]) == []
