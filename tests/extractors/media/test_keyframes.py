"""One small picture for each shot of a film: cuts are found once, pans, fades, noise and flashes are none."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from extractors.base.types import Picture
from extractors.door.registry import extract
from extractors.media import keyframes
from tests.mediasamples import film, scene

BLACK = np.zeros((120, 160, 3), np.float32)
WIDE = np.concatenate([scene(seed) for seed in range(4)], axis=1)


def shown(picture: Picture) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(picture.data)).convert("RGB"), np.float32)


def times(frames: list[np.ndarray], **how: str) -> list[float]:
    found = keyframes.find(film(frames, **how))
    assert not found.warnings
    return [picture.seconds for picture in found.pictures]


@pytest.mark.parametrize(
    ("form", "codec"),
    [
        ("mp4", "mpeg4"),
        ("mp4", "libx264"),
        ("mov", "mjpeg"),
        ("webm", "libvpx"),
        ("matroska", "libx264"),
        ("avi", "mpeg4"),
    ],
)
def test_each_cut_is_found_once(form: str, codec: str) -> None:
    data = film([scene(seed) for seed in range(5) for _ in range(20)], form, codec)
    found = extract(data, pictures=True)
    assert [one.seconds for one in found.pictures] == pytest.approx([0, 0.8, 1.6, 2.4, 3.2], abs=0.05)
    for seed, picture in enumerate(found.pictures):
        assert (picture.media_type, picture.width, picture.height) == ("image/jpeg", 160, 120)
        assert np.abs(shown(picture) - scene(seed)).mean() < 12, "another scene"
    assert extract(data, pictures=True).pictures == found.pictures, "not deterministic"
    assert not extract(data).pictures


def test_a_scene_that_comes_back_is_a_shot_of_its_own() -> None:
    assert times([scene(seed) for seed in (1, 2, 1) for _ in range(20)]) == pytest.approx(
        [0, 0.8, 1.6], abs=0.05
    )


NOISE = np.random.default_rng(0)
ONE_SHOT = {
    "still": [scene(1)] * 50,
    "one frame": [scene(1)],
    "noise": [scene(1) + NOISE.normal(0, 25, (120, 160, 3)) for _ in range(40)],
    "pan": [WIDE[:, 4 * k : 4 * k + 160] for k in range(100)],
    "fast pan": [WIDE[:, 12 * k : 12 * k + 160] for k in range(40)],
    "pan that stops": [WIDE[:, 8 * min(k, 40) : 8 * min(k, 40) + 160] for k in range(80)],
    "zoom": [np.kron(scene(1), np.ones((2, 2, 1)))[k : 240 - k, k : 320 - k][:120, :160] for k in range(50)],
    "flash": [scene(1) if k != 25 else BLACK + 250 for k in range(50)],
    "fade in": [scene(1) * min(1, k / 25) for k in range(60)],
    "fade out": [scene(1) * max(0, 1 - max(0, k - 20) / 25) for k in range(60)],
    "through black": [scene(1) * abs(1 - k / 25) for k in range(51)],
    "brightening": [np.minimum(255, scene(1) * (0.5 + k / 60)) for k in range(40)],
}


@pytest.mark.parametrize("name", ONE_SHOT)
def test_no_false_cut(name: str) -> None:
    assert len(times(ONE_SHOT[name])) == 1


def test_gradual_changes_of_scenes_are_found() -> None:
    before, after = [scene(1)] * 30, [scene(2)] * 30
    mixed = [scene(1) * (1 - k / 20) + scene(2) * k / 20 for k in range(20)]
    assert len(times(before + mixed + after)) == 2
    dark = [scene(1) * (1 - k / 15) for k in range(16)] + [BLACK] * 5 + [scene(2) * k / 15 for k in range(16)]
    found = keyframes.find(film(before + dark + after)).pictures
    assert len(found) == 2 and np.abs(shown(found[1]) - scene(2)).mean() < 15, "not yet there"


def test_nothing_blank_is_shown() -> None:
    (picture,) = keyframes.find(film([BLACK] * 25 + [scene(1)] * 25)).pictures
    assert picture.seconds >= 0.9 and np.abs(shown(picture) - scene(1)).mean() < 12
    assert len(times([BLACK] * 20)) == 1  # when there is nothing else


def test_at_most_so_many_in_order_and_spread() -> None:
    found = times([scene(seed) for seed in range(30) for _ in range(10)])
    assert len(found) == keyframes.MOST and found == sorted(found)
    assert found[0] < 1.5 and found[-1] > 10 and max(np.diff(found)) < 3


def test_a_long_film_is_looked_at_by_its_key_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    data = film([scene(seed) for seed in range(4) for _ in range(60)], codec="libx264")
    monkeypatch.setattr(keyframes, "_PIXELS", 100 * (160 * 120 + keyframes._PER_FRAME))
    found = keyframes.find(data)
    assert [one.seconds for one in found.pictures] == pytest.approx([0, 2.4, 4.8, 7.2], abs=0.05)


def test_when_hardly_any_frame_stands_alone_the_beginning_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = film([WIDE[:, k : k + 160] for k in range(400)], codec="libx264")
    monkeypatch.setattr(keyframes, "_PIXELS", 50 * (160 * 120 + keyframes._PER_FRAME))
    found = keyframes.find(data)
    assert found.pictures and found.warnings == (
        "The film is long; only a part of it was looked at for key frames.",
    )


def test_large_pictures_are_made_small() -> None:
    (picture,) = keyframes.find(film([scene(1, 960, 400)] * 5)).pictures
    assert (picture.width, picture.height) == (480, 200)


@pytest.mark.parametrize(
    ("form", "codec"), [("webm", "libvpx"), ("avi", "mpeg4"), ("matroska", "mpeg4"), ("mp4", "mpeg4")]
)
def test_a_cut_off_film_shows_what_is_there(form: str, codec: str, capfd: pytest.CaptureFixture[str]) -> None:
    data = film([scene(seed) for seed in range(4) for _ in range(20)], form, codec)
    for share in (3, 6, 9):
        document = extract(data[: len(data) * share // 10], pictures=True)
        assert "could not be read as" not in document.error
    assert document.pictures or form == "mp4"  # its index stands at the end
    spoilt = bytearray(data)
    for at in range(1000, len(data) - 1000, 500):
        spoilt[at] ^= 0x55
    assert "could not be read as" not in extract(bytes(spoilt), pictures=True).error
    assert not capfd.readouterr().err, "FFmpeg has no say on the terminal"


def test_a_play_list_opens_nothing(tmp_path: object) -> None:
    for data in (b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n", b"ffconcat version 1.0\nfile /etc/passwd\n"):
        assert not keyframes.find(data).pictures
