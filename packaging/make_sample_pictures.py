"""The pictures of the sample site that are not SVG, drawn from seeded chance (see make_sample_site.py)."""

import io
import math
import random

from PIL import Image, ImageChops, ImageDraw, ImageFilter


def gradient(size: tuple[int, int], top: tuple[int, int, int], bottom: tuple[int, int, int]) -> Image.Image:
    column = Image.linear_gradient("L").resize(size)
    return Image.composite(Image.new("RGB", size, bottom), Image.new("RGB", size, top), column)


def hills() -> Image.Image:
    """Seven layers of hills, each darker and nearer, with mist between them and a low sun."""
    width, height = 1600, 800
    picture = gradient((width, height), (247, 220, 196), (214, 226, 220))
    sun = Image.new("L", (width, height))
    ImageDraw.Draw(sun).ellipse((1090, 170, 1190, 270), fill=255)
    picture.paste((255, 247, 226), mask=sun.filter(ImageFilter.GaussianBlur(38)))
    picture.paste((255, 240, 205), mask=sun.filter(ImageFilter.GaussianBlur(1.5)))
    chance = random.Random(1926)  # noqa: S311 (a drawing)
    for layer in range(7):
        near = layer / 6
        phases = [chance.uniform(0, 6.28) for _ in range(4)]
        base, rise = 300 + 74 * layer, 95 - 6 * layer
        ridge = []
        for x in range(0, width + 4, 4):
            waves = ((0.5, 230), (0.28, 96), (0.14, 41), (0.05, 13))
            wave = sum(a * math.sin(x / w + p) for (a, w), p in zip(waves, phases, strict=True))
            ridge.append((x, base - rise * wave))
        mask = Image.new("L", (width, height))
        ImageDraw.Draw(mask).polygon([*ridge, (width, height), (0, height)], fill=255)
        far, close = (172, 196, 196), (24, 62, 60)
        colour = tuple(round(a + (b - a) * near**1.2) for a, b in zip(far, close, strict=True))
        haze = tuple(min(255, value + 48) for value in colour)
        body = Image.new("RGB", (width, height), colour)
        foot = gradient((width, 230), colour, haze)
        body.paste(foot, (0, base + 10))
        body.paste(haze, (0, base + 240, width, height))
        picture.paste(body, mask=mask.filter(ImageFilter.GaussianBlur(0.8)))
    return picture


def star_trails(degrees: float) -> Image.Image:
    """Arcs round the pole above the dome; a longer exposure draws longer arcs."""
    scale = 2
    width, height = 800 * scale, 500 * scale
    picture = gradient((width, height), (8, 20, 40), (38, 74, 92))
    draw = ImageDraw.Draw(picture)
    chance = random.Random(7)  # noqa: S311 (a drawing)
    centre = (width * 0.56, height * 0.36)
    for _ in range(330):
        radius = 8 * scale + chance.random() ** 0.6 * 560 * scale
        start, light = chance.uniform(0, 360), chance.randint(70, 235)
        warm = chance.choice([(1, 1, 1), (1, 0.93, 0.78), (0.8, 0.9, 1)])
        box = (centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius)
        draw.arc(box, start, start + degrees, tuple(int(light * w) for w in warm), chance.choice([2, 2, 3]))
    ground = [(0, 430), (160, 396), (330, 412), (520, 384), (690, 408), (800, 392), (800, 500), (0, 500)]
    draw.polygon([(x * scale, y * scale) for x, y in ground], fill=(6, 20, 24))
    dome = (452 * scale, 320 * scale, 552 * scale, 420 * scale)
    draw.pieslice(dome, 180, 360, fill=(28, 50, 54))
    draw.rectangle((440 * scale, 369 * scale, 564 * scale, 420 * scale), fill=(10, 28, 32))
    draw.rectangle((492 * scale, 384 * scale, 510 * scale, 404 * scale), fill=(240, 190, 100))
    return picture.resize((800, 500), Image.Resampling.LANCZOS)


def moon(width: int) -> Image.Image:
    """A gibbous Moon with seas and craters."""
    big = Image.new("RGB", (1600, 1000), (10, 18, 30))
    disc = Image.new("L", big.size)
    ImageDraw.Draw(disc).ellipse((430, 130, 1170, 870), fill=255)
    face = Image.new("RGB", big.size, (226, 220, 204))
    seas = Image.new("L", big.size)
    pen = ImageDraw.Draw(seas)
    for x, y, r in (
        (690, 350, 120),
        (830, 330, 80),
        (930, 400, 85),
        (640, 520, 130),
        (1010, 480, 60),
        (760, 620, 70),
    ):
        pen.ellipse((x - r, y - r * 0.85, x + r, y + r * 0.85), fill=150)
    face.paste((138, 138, 136), mask=seas.filter(ImageFilter.GaussianBlur(24)))
    chance = random.Random(11)  # noqa: S311 (a drawing)
    pen = ImageDraw.Draw(face)
    for _ in range(130):
        x, y, r = chance.randint(440, 1160), chance.randint(140, 860), chance.choice([4, 5, 7, 9, 14, 20])
        pen.ellipse((x - r, y - r, x + r, y + r), fill=(236, 231, 218), outline=(168, 164, 152), width=2)
    face = face.filter(ImageFilter.GaussianBlur(2.4))
    shade = Image.new("L", big.size)
    ImageDraw.Draw(shade).ellipse((560, 110, 1400, 890), fill=255)
    lit = ImageChops.multiply(disc, shade.filter(ImageFilter.GaussianBlur(46)))
    big.paste(face, mask=lit)
    return big.resize((width, width * 5 // 8), Image.Resampling.LANCZOS)


def saved(picture: Image.Image, format: str, **options: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, format, **options)
    return out.getvalue()


def pictures(edition: int) -> dict[str, bytes]:
    trails = saved(star_trails(14 if edition == 1 else 46), "JPEG", quality=82)
    if edition == 2:
        return {"star-trails.jpg": trails}
    view = hills()
    sizes = {width: view.resize((width, width // 2), Image.Resampling.LANCZOS) for width in (480, 960, 1600)}
    files = {f"hills-{width}.jpg": saved(small, "JPEG", quality=84) for width, small in sizes.items()}
    files["moon.png"] = saved(moon(400).quantize(64), "PNG", optimize=True)
    files["moon-2x.png"] = saved(moon(800).quantize(64), "PNG", optimize=True)
    return {**files, "star-trails.jpg": trails}


def favicon() -> bytes:
    icon = Image.new("RGBA", (128, 128))
    draw = ImageDraw.Draw(icon)
    draw.ellipse((2, 2, 126, 126), fill=(31, 79, 75))
    for box in ((22, 58, 60, 100), (68, 58, 106, 100), (42, 38, 86, 100)):
        draw.ellipse(box, fill=(246, 195, 210))
    draw.ellipse((84, 22, 104, 42), fill=(243, 207, 122))
    return saved(icon.resize((32, 32), Image.Resampling.LANCZOS), "ICO", sizes=[(32, 32)])
