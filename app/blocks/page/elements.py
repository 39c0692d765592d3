"""Classes of elements for the rules: layout, function, format; what an element without text weighs."""

from __future__ import annotations

from typing import Literal


def names(text: str) -> frozenset[str]:
    """The element names in a line of text."""
    return frozenset(text.split())


# Elements that stand below each other in a browser's own style sheet, cells included.
BLOCK_LEVEL = names(
    "address article aside blockquote body caption center colgroup dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing "
    "main marquee menu nav ol p plaintext pre search section summary table tbody td tfoot th thead title tr ul "
    "xmp"
)
FOREIGN = frozenset({"svg", "math"})
PREFORMATTED = frozenset({"pre", "listing", "plaintext", "xmp", "textarea"})
# Inline, but what they hold is set apart from its neighbours.
SEPARATE = names("option button select textarea text tspan desc rt noscript")

# Where pages keep the address of a picture that a script puts into `src` when it comes into view.
LAZY = ("data-src", "data-original", "data-lazy", "data-lazy-src", "data-actualsrc", "data-original-src")
LAZY_SETS = ("data-srcset", "data-lazy-srcset")

# Attributes that a reader sees or follows, by element.
ATTRIBUTES = {
    "a": ("href",),
    "area": ("href", "alt"),
    "img": ("src", *LAZY, "srcset", *LAZY_SETS, "alt"),
    "input": ("src", "value", "placeholder"),
    "textarea": ("placeholder",),
    "option": ("label",),
    "optgroup": ("label",),
    "iframe": ("src", *LAZY, "srcdoc"),
    "frame": ("src",),
    "video": ("src", "poster"),
    "audio": ("src",),
    "source": ("src", *LAZY, "srcset", *LAZY_SETS),
    "track": ("src",),
    "embed": ("src",),
    "object": ("data",),
    "body": ("background",),
    "table": ("background",),
    "td": ("background",),
    "th": ("background",),
}


Kind = Literal["layout", "function", "format", "text"]

# The paper's list for 2008, brought up to today: `div` was a format tag then. Whatever a browser sets on lines of
# its own arranges the page; `form` is a function although it does.
LAYOUT = BLOCK_LEVEL - names("form legend marquee dialog menu") | names("menu dialog slot svg math")
FUNCTION = names(
    "a applet area audio button canvas datalist details embed fieldset form iframe img input label legend map meter "
    "object optgroup option output picture progress select summary textarea video"
) - names("details fieldset summary")
HEADINGS = names("h1 h2 h3 h4 h5 h6")
# Whoever writes one of these says: this is a part of the page. Smaller ones are blocks than of the others.
SECTIONS = names("header footer nav aside main article section form table details fieldset figure dialog")
# Never seen; what they say is for machines.
UNSEEN = names("script style template meta link base head title noscript noframes noembed param source track")

# What an element shows besides text, measured in characters of the space it takes.
MEDIA = {
    "img": 40,
    "picture": 0,
    "svg": 8,
    "input": 10,
    "button": 4,
    "select": 10,
    "textarea": 40,
    "video": 120,
    "audio": 40,
    "iframe": 120,
    "frame": 120,
    "object": 60,
    "embed": 60,
    "applet": 60,
    "canvas": 60,
    "meter": 10,
    "progress": 10,
}


def kind_of(tag: str) -> Kind:
    """The class of an element by its name alone; unknown names are format."""
    if tag in LAYOUT:
        return "layout"
    return "function" if tag in FUNCTION else "format"
