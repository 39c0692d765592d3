"""What plays on the sample site: a short film in four seasons, and a song with its cover (see make_sample_site.py)."""

import io
import math
import random

import av
from make_sample_pictures import gradient
from mutagen.id3 import APIC, ID3, USLT
from PIL import Image, ImageDraw, ImageFilter

SIZE = (320, 180)
FRAMES = 14  # of each season
RATE = 6
SEASONS = (  # sky above and below, hills, water, what falls or flies
    ((198, 226, 236), (240, 244, 226), (96, 142, 108), (120, 168, 170), (250, 208, 216)),
    ((120, 186, 226), (214, 236, 232), (40, 104, 72), (64, 128, 132), (232, 120, 150)),
    ((226, 176, 120), (246, 222, 184), (138, 92, 48), (112, 128, 116), (206, 104, 40)),
    ((168, 178, 196), (226, 230, 238), (206, 212, 222), (150, 164, 182), (255, 255, 255)),
)
LYRICS = """[ti:雪落荷塘]
[ar:荷塘观象台]
[00:00.00]（一片安静）
[00:02.50]雪落荷塘
[00:05.00][00:08.50]听，没有声音
[00:07.00]Snow falls on the pond
"""


def season(number: int, frame: int) -> Image.Image:
    """A picture of the pond in one of the seasons."""
    above, below, hills, water, flakes = SEASONS[number]
    width, height = SIZE
    picture = gradient(SIZE, above, below)
    draw = ImageDraw.Draw(picture)
    chance = random.Random(number)  # noqa: S311 (a drawing)
    phase = chance.uniform(0, 6)
    ridge = [
        (x, 86 - 22 * math.sin(x / 60 + phase) - 9 * math.sin(x / 21 + phase)) for x in range(0, width + 4, 4)
    ]
    draw.polygon([*ridge, (width, 120), (0, 120)], fill=hills)
    draw.rectangle((0, 116, width, height), fill=water)
    for line in range(6):
        y = 124 + 9 * line
        draw.line(
            (20 + 13 * line, y, 300 - 17 * line, y), fill=tuple(min(255, value + 14) for value in water)
        )
    for _ in range(26):
        x, y, speed = chance.uniform(0, width), chance.uniform(0, height), chance.uniform(2, 5)
        x, y = (x + frame * speed / 2) % width, (y + frame * speed) % height
        draw.ellipse((x - 2.5, y - 2.5, x + 2.5, y + 2.5), fill=flakes)
    return picture


def film() -> bytes:
    """WebM, VP8, a few seconds."""
    out = io.BytesIO()
    with av.open(out, "w", format="webm", options={"fflags": "+bitexact"}) as container:
        stream = container.add_stream("libvpx", rate=RATE, options={"cpu-used": "0", "deadline": "good"})
        stream.width, stream.height = SIZE
        stream.pix_fmt, stream.bit_rate = "yuv420p", 160_000
        stream.codec_context.thread_count = 1
        stream.codec_context.flags |= av.codec.context.Flags.bitexact
        container.metadata["title"] = "The pond in four seasons 荷塘四季"
        container.metadata["artist"] = "Lotus Pond Observatory"
        for number in range(len(SEASONS)):
            for frame in range(FRAMES):
                for packet in stream.encode(av.VideoFrame.from_image(season(number, frame))):
                    container.mux(packet)
        for packet in stream.encode():
            container.mux(packet)
    return out.getvalue()


def cover() -> bytes:
    """Snow on the pond, square."""
    picture = season(3, 5).crop((70, 0, 250, 180)).resize((240, 240), Image.Resampling.LANCZOS)
    moon = Image.new("L", picture.size)
    ImageDraw.Draw(moon).ellipse((150, 24, 206, 80), fill=255)
    picture.paste((255, 252, 236), mask=moon.filter(ImageFilter.GaussianBlur(1)))
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=82)
    return out.getvalue()


def sing(tags: ID3) -> None:
    """Put cover and words into the tags of a song."""
    tags.add(APIC(encoding=3, mime="image/jpeg", type=3, desc="", data=cover()))
    tags.add(USLT(encoding=3, lang="zho", desc="", text=LYRICS))
