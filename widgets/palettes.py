"""The two colour schemes, as plain values: nothing here needs a running application.

Every text colour keeps a contrast of at least 4.5:1 on every ground it is used on;
tests/widgets/test_theme.py holds that.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Colors:
    """Colours of one scheme by what they mean, each as `#rrggbb`.

    `…_soft` is the ground for a stretch of that meaning; normal `text` is readable on each of them.
    """

    dark: bool
    window: str  # the frame: toolbars, panels
    surface: str  # where content lies: lists, fields, pages
    raised: str  # every other row, cards on the surface, hovered things
    border: str
    outline: str  # outline of a control, visible on its own (3:1)
    text: str
    muted: str  # secondary text
    accent: str
    accent_hover: str
    accent_soft: str  # ground of the selection
    on_accent: str
    ok: str
    warning: str
    error: str
    info_soft: str
    warning_soft: str
    error_soft: str
    added: str
    removed: str
    changed: str
    moved: str
    markup: str
    layout: str
    added_soft: str
    removed_soft: str
    changed_soft: str
    moved_soft: str
    markup_soft: str
    layout_soft: str

    def table(self) -> dict[str, str]:
        """Name → colour, for style sheets."""
        return {name: value for name, value in asdict(self).items() if isinstance(value, str)}


LIGHT = Colors(
    dark=False,
    window="#f2f5f6",
    surface="#ffffff",
    raised="#f7f9fa",
    border="#d8dfe2",
    outline="#7d8b93",
    text="#1a2429",
    muted="#55646b",
    accent="#0e6478",
    accent_hover="#0a5061",
    accent_soft="#d9ebef",
    on_accent="#ffffff",
    ok="#1b6b3a",
    warning="#7d4d00",
    error="#b0241b",
    info_soft="#e3f0f3",
    warning_soft="#fdf1d8",
    error_soft="#fce6e3",
    added="#18703a",
    removed="#b0241b",
    changed="#7d4d00",
    moved="#2154a8",
    markup="#6d3b9c",
    layout="#4a5a63",
    added_soft="#dcf3e2",
    removed_soft="#fce1de",
    changed_soft="#fdeecb",
    moved_soft="#dfe9fb",
    markup_soft="#efe6f8",
    layout_soft="#e6ebee",
)

DARK = Colors(
    dark=True,
    window="#1b2225",
    surface="#141a1d",
    raised="#1f272b",
    border="#323d42",
    outline="#6f7e86",
    text="#e3eaec",
    muted="#9fadb3",
    accent="#66bfd2",
    accent_hover="#86d0df",
    accent_soft="#1f414b",
    on_accent="#06222a",
    ok="#71c990",
    warning="#e6b25c",
    error="#f4938a",
    info_soft="#1d343b",
    warning_soft="#3a2f17",
    error_soft="#43211f",
    added="#71c990",
    removed="#f4938a",
    changed="#e6b25c",
    moved="#8fb4f5",
    markup="#c9a3f0",
    layout="#a9b7bd",
    added_soft="#173524",
    removed_soft="#43211f",
    changed_soft="#3d3116",
    moved_soft="#1d2f52",
    markup_soft="#33244a",
    layout_soft="#283137",
)

MARKS = {"added": "+", "removed": "−", "changed": "~", "moved": "→", "markup": "<", "layout": "#", "unchanged": "="}


def contrast(a: str, b: str) -> float:
    """Contrast ratio of two colours as WCAG 2 defines it, 1 to 21."""
    bright, dim = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def _luminance(color: str) -> float:
    def linear(part: str) -> float:
        value = int(part, 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(color[at : at + 2]) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
