"""A classifier as a file: a ZIP of one JSON object, the terms as text and arrays of numbers; nothing in it can run.

    model.json    format, kind, labels, kinds of terms, corpus and its digest, seed, moment, temperature, digest of the rest
    terms.txt     a term a line
    *.npy         idf and weights (terms × labels), bias; of AdaBoost the trees and their α

skops and ONNX hold the same and more: both are a library more to open a file of three arrays, and tell nothing of the
corpus. The bytes of a model are the same for the same training, and any change of them shows in the digest.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from app.archive.whole import write_whole
from app.classes.terms import SIGNS, View
from app.errors import StorageUnreadable
from app.messages import Message

Kind = Literal["svm", "strong", "adaboost", "url"]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""Linear SVM on words and pairs; the same with pieces of words and of the address, the strongest; AdaBoost (SAMME) on small
trees; addresses alone, for what was not fetched yet."""

FORMAT = "tianwang-model"
VERSION = 1
_MOST_BYTES = 512 << 20
"""Of all that is unpacked from a file; one that claims more is a bomb."""
_MOST_LABELS = 5000
_MOMENT = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class About:
    """What a model is. `documents` counts those of each label; `corpus` names where they come from, `digest` is that of
    documents and labels (SHA-256); `created` is ISO 8601; `right` is the share of answers that were right when each fifth
    of the corpus was left out in turn, -1 where that was too small for it. Confidences are made by `temperature`."""

    kind: Kind
    labels: tuple[str, ...]
    views: tuple[View, ...]
    documents: dict[str, int]
    corpus: str = ""
    digest: str = ""
    created: str = ""
    seed: int = 0
    method: str = ""
    most: int = 0
    temperature: float = 1.0
    right: float = -1.0
    terms: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """A classifier ready for `deciding.Decider`. `arrays` are idf (terms), weights (terms, labels) and bias (labels) of a
    linear one; of AdaBoost idf, nodes (n, 4: term, left, right, label; -1 where there is none), limits (n), roots and
    alphas (trees)."""

    about: About
    terms: tuple[str, ...]
    arrays: Mapping[str, NDArray[Any]] = field(repr=False)

    @property
    def digest(self) -> str:
        """SHA-256 of all but the moment."""
        return _digest(self.about, self.terms, self.arrays)


def packed(model: Model) -> bytes:
    """A model as the bytes of its file."""
    said = {"format": FORMAT, "version": VERSION, **asdict(model.about), "seal": model.digest}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        _put(file, "model.json", json.dumps(said, ensure_ascii=False, indent=1).encode())
        _put(file, "terms.txt", "\n".join(model.terms).encode("utf-8", "surrogatepass"))
        for name in sorted(model.arrays):
            data = io.BytesIO()
            np.lib.format.write_array(data, np.ascontiguousarray(model.arrays[name]), allow_pickle=False)
            _put(file, f"{name}.npy", data.getvalue())
    return buffer.getvalue()


def unpacked(data: bytes) -> Model:
    """The model in the bytes of a file. ValueError for what is none, is damaged, or is of another version."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            if sum(entry.file_size for entry in file.infolist()) > _MOST_BYTES:
                raise ValueError("too large")
            said = json.loads(_got(file, "model.json"))
            text = _got(file, "terms.txt").decode("utf-8", "surrogatepass")
            names = [name for name in file.namelist() if name.endswith(".npy")]
            arrays = {name.removesuffix(".npy"): _array(_got(file, name)) for name in names}
    except (
        zipfile.BadZipFile,
        KeyError,
        EOFError,
        NotImplementedError,
        RecursionError,
        RuntimeError,
    ) as error:
        raise ValueError(str(error)) from error
    if not isinstance(said, dict) or said.get("format") != FORMAT or said.get("version") != VERSION:
        raise ValueError("no model of this version")
    model = Model(_about(said), tuple(text.split("\n")) if text else (), arrays)
    if said.get("seal") != model.digest:
        raise ValueError("its digest is another one")
    _check(model)
    return model


def write(path: Path, model: Model) -> None:
    """Write the file of a model whole, or leave what stands there. StorageFailed."""
    write_whole(path, packed(model))


def read(path: Path) -> Model:
    """The model in a file. StorageUnreadable."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise ValueError("too large")
        return unpacked(path.read_bytes())
    except OSError as error:
        raise StorageUnreadable(path=path, detail=error.strerror or str(error)) from error
    except (ValueError, TypeError) as error:
        raise StorageUnreadable(path=path, detail=Message("model-unfit", detail=str(error))) from error


def _put(file: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, _MOMENT)
    entry.compress_type = zipfile.ZIP_DEFLATED
    file.writestr(entry, data)


def _got(file: zipfile.ZipFile, name: str) -> bytes:
    with file.open(name) as member:
        data = member.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise ValueError("too large")
    return data


def _array(data: bytes) -> NDArray[Any]:
    array = np.lib.format.read_array(io.BytesIO(data), allow_pickle=False)
    if array.dtype.kind not in "fiu" or array.dtype.hasobject:
        raise ValueError("no numbers")
    return np.asarray(array)


def _about(said: Mapping[str, Any]) -> About:
    views, labels = said["views"], said["labels"]
    if said["kind"] not in KINDS or not set(views) <= set(SIGNS) or not 2 <= len(labels) <= _MOST_LABELS:
        raise ValueError("no kind of model that is known")
    kinds = {one.name: one.type for one in fields(About)}
    values: dict[str, Any] = {"labels": tuple(map(str, labels)), "views": tuple(views), "kind": said["kind"]}
    values["documents"] = {str(label): int(count) for label, count in dict(said["documents"]).items()}
    for name, kind in kinds.items():
        if name not in values:
            values[name] = {"str": str, "int": int, "float": float}[str(kind)](said[name])
    about = About(**values)
    if not 0 < about.temperature < 1e6:
        raise ValueError("no temperature")
    return about


def _check(model: Model) -> None:
    """ValueError where the arrays do not fit each other: a place outside of an array would be read later."""
    terms, labels, arrays = len(model.terms), len(model.about.labels), model.arrays
    shapes: dict[str, tuple[int, ...]] = {"idf": (terms,), "weights": (terms, labels), "bias": (labels,)}
    if model.about.kind == "adaboost":
        nodes, trees = len(arrays.get("nodes", ())), len(arrays.get("roots", ()))
        shapes = {
            "idf": (terms,),
            "nodes": (nodes, 4),
            "limits": (nodes,),
            "roots": (trees,),
            "alphas": (trees,),
        }
    for name, shape in shapes.items():
        if name not in arrays or arrays[name].shape != shape or not np.isfinite(arrays[name]).all():
            raise ValueError(f"{name} does not fit")
    if model.about.kind == "adaboost":
        tree, roots = arrays["nodes"], arrays["roots"]
        own = np.arange(len(tree))
        inner = tree[:, 0] >= 0
        # children stand behind their node, so that no walk goes round
        ahead = (tree[inner, 1] > own[inner]) & (tree[inner, 2] > own[inner])
        if not (
            (tree[:, 0] < terms).all()
            and ahead.all()
            and (tree[:, 1:3] < len(tree)).all()
            and ((tree[~inner, 3] >= 0) & (tree[~inner, 3] < labels)).all()
            and ((roots >= 0) & (roots < max(1, len(tree)))).all()
            and len(tree)
        ):
            raise ValueError("its trees do not fit")


def _digest(about: About, terms: Iterable[str], arrays: Mapping[str, NDArray[Any]]) -> str:
    said = asdict(about)
    del said["created"]
    made = hashlib.sha256(json.dumps(said, sort_keys=True).encode())
    made.update("\n".join(terms).encode("utf-8", "surrogatepass"))
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        made.update(f"\0{name} {array.dtype.str} {array.shape}\0".encode())
        made.update(array.tobytes())
    return made.hexdigest()
