"""Models: what they answer, why, how sure they are; their files; the process that trains."""

from __future__ import annotations

import io
import json
import math
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from app.classes.apart import Cancelled, ClassesUnavailable, made_apart
from app.classes.deciding import Decider
from app.classes.evaluating import divided, evaluate
from app.classes.model import KINDS, Kind, Model, packed, read, unpacked, write
from app.classes.terms import Described
from app.classes.training import CorpusUnfit, Example, Settings, train, trained
from app.errors import StorageUnreadable
from tests.app.classes.conftest import examples

NEW = examples(4, first=40)


@pytest.mark.parametrize("kind", KINDS)
def test_documents_never_seen_get_their_label(models: dict[Kind, Model], kind: Kind) -> None:
    found = evaluate(models[kind], NEW)
    assert found.accuracy == 1.0 and found.documents == 12
    assert {one.label for one in found.labels} == {"sport", "money", "菜谱"} and not found.confusions


@pytest.mark.parametrize("kind", ("svm", "strong"))
def test_a_decision_says_which_words_weighed(models: dict[Kind, Model], kind: Kind) -> None:
    found = Decider(models[kind], 0.0).decide(Described("the goal of the team in the stadium"))
    assert found.label == "sport" and 0 < found.confidence <= 1 and found.next[1] <= found.confidence
    assert {"goal", "team", "stadium"} & {one.text.strip() for one in found.reasons}
    assert 0 < sum(one.share for one in found.reasons) <= 1.001


def test_the_kind_of_a_page_tells_where_words_do_not() -> None:
    def page(number: int, type: str) -> Described:
        said = " ".join(f"word{(number * 7 + at) % 23}" for at in range(12))
        return Described(said, url=f"http://a.test/{number}", type=type)

    types = {"news": "article", "index": "listing"}
    examples = [Example(page(n, types[label]), label) for label in types for n in range(12)]
    made = trained(lambda done, total: None, examples, Settings(), "kinds")
    found = Decider(made).decide(page(77, "listing"))
    assert found.label == "index" and ("type", "listing") in {(one.kind, one.text) for one in found.reasons}
    assert Decider(made).decide(page(77, "article")).label == "news"


def test_an_address_alone_is_enough_for_the_model_of_addresses(models: dict[Kind, Model]) -> None:
    found = Decider(models["url"]).decide(Described(url="http://sport.test/sport/999.html"))
    assert found.label == "sport" and found.reasons[0].kind == "address"


def test_what_has_no_term_that_is_known_is_not_known(models: dict[Kind, Model]) -> None:
    for kind in KINDS:
        found = Decider(models[kind]).decide(Described("zzz qqq", url="qqq://zzz"))
        assert found.label == "" and found.confidence == pytest.approx(1 / 3, abs=1e-3)


def test_doubt_below_the_limit_is_no_answer(models: dict[Kind, Model]) -> None:
    mixed = Described("goal stock")
    assert Decider(models["svm"], 0.99).decide(mixed).label == ""
    sure = Decider(models["svm"], 0.0).decide(mixed)
    assert sure.label == sure.best in ("sport", "money")


def test_the_order_of_documents_and_the_run_do_not_matter(models: dict[Kind, Model]) -> None:
    again = trained(lambda done, total: None, examples()[::-1], Settings(trees=10), "a test")
    assert again.digest == models["svm"].digest
    assert again.about.digest == models["svm"].about.digest


def test_the_votes_of_boosted_trees_are_those_of_the_formula() -> None:
    """α = ln((1 − err) / err) of the first stump, whose error is that on the corpus."""
    texts = [("a", "x")] * 3 + [("a", "y")] + [("b", "y")] * 3
    made = [Example(Described(text), label) for text, label in texts]
    model = trained(lambda done, total: None, made, Settings("adaboost", depth=1, trees=1), "")
    wrong = sum(Decider(model).decide(one.document).best != one.label for one in made) / len(made)
    assert 0 < wrong < 0.5
    assert model.arrays["alphas"][0] == pytest.approx(math.log((1 - wrong) / wrong), abs=1e-5)


def test_chosen_features_are_as_many_as_asked_for() -> None:
    model = trained(lambda done, total: None, examples(), Settings(most=10, method="ig"), "")
    assert len(model.terms) == model.about.terms == 10 and model.about.method == "ig"


def test_boosted_trees_answer_too(models: dict[Kind, Model]) -> None:
    assert models["adaboost"].about.temperature > 1
    assert Decider(models["adaboost"]).decide(NEW[0].document).label == NEW[0].label


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_gives_the_same_model(models: dict[Kind, Model], kind: Kind, tmp_path: Path) -> None:
    model = models[kind]
    write(tmp_path / "a.model", model)
    again = read(tmp_path / "a.model")
    assert again.about == model.about and again.terms == model.terms and again.digest == model.digest
    asked = [one.document for one in NEW]
    assert Decider(again).decide_all(asked) == Decider(model).decide_all(asked)
    assert packed(again) == packed(model)


def _changed(model: Model, name: str, data: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed(model))) as old, zipfile.ZipFile(buffer, "w") as new:
        for each in old.namelist():
            new.writestr(each, data if each == name else old.read(each))
    return buffer.getvalue()


def test_a_strangers_model_runs_nothing_and_a_damaged_one_is_refused(
    models: dict[Kind, Model], tmp_path: Path
) -> None:
    class Evil:
        def __reduce__(self) -> tuple[object, ...]:
            return (Path(tmp_path / "evil").touch, ())

    bad = io.BytesIO()
    np.lib.format.write_array(bad, np.array([Evil()], dtype=object), allow_pickle=True)
    model = models["svm"]
    whole = packed(model)
    said = json.loads(zipfile.ZipFile(io.BytesIO(whole)).read("model.json"))
    cases = [
        _changed(model, "idf.npy", bad.getvalue()),
        _changed(model, "terms.txt", b"goal"),
        _changed(model, "model.json", json.dumps({**said, "labels": ["a", "b"]}).encode()),
        _changed(model, "model.json", b"[" * 100_000),
        whole[: len(whole) // 2],
        b"",
        b"PK\x03\x04",
    ]
    for number, data in enumerate(cases):
        path = tmp_path / f"{number}.model"
        path.write_bytes(data)
        with pytest.raises(StorageUnreadable):
            read(path)
    assert not (tmp_path / "evil").exists()


def test_trees_that_go_in_circles_are_refused(models: dict[Kind, Model]) -> None:
    model = models["adaboost"]
    nodes = model.arrays["nodes"].copy()
    inner = int(np.flatnonzero(nodes[:, 0] >= 0)[0])
    nodes[inner, 1] = inner
    with pytest.raises(ValueError, match="trees"):
        unpacked(packed(Model(model.about, model.terms, {**model.arrays, "nodes": nodes})))


def test_training_runs_in_a_process_with_progress_and_scikit_learn_stays_there() -> None:
    told = list[tuple[int, int]]()
    model = train(examples(), progress=lambda done, total: told.append((done, total)))
    assert model.about.documents == {"money": 12, "sport": 12, "菜谱": 12} and model.about.right > 0.9
    code = (
        "import sys, app.classes.training, app.classes.proposing, app.classes.feeding, app.classes.known;"
        "from app.classes.deciding import Decider; assert not {'sklearn', 'scipy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_process_is_ended_when_nobody_wants_its_work() -> None:
    with pytest.raises(Cancelled):
        made_apart(_endless, cancelled=lambda: True)
    with pytest.raises(ClassesUnavailable):
        made_apart(_endless, seconds=0.2)


def _endless(tell: object) -> None:
    while True:
        pass


def test_too_little_to_learn_from_is_said() -> None:
    with pytest.raises(CorpusUnfit):
        train([Example(Described("a"), "one")] * 3)
    with pytest.raises(CorpusUnfit):
        made_apart(trained, [Example(Described(), "a"), Example(Described(), "b")], Settings(), "")


def test_a_part_of_each_label_is_left_out() -> None:
    learn, ask = divided(examples(10), 0.2)
    assert len(ask) == 6 and len(learn) == 24 and {one.label for one in ask} == {"sport", "money", "菜谱"}
    assert divided(examples(10)[::-1], 0.2) == (learn, ask)
