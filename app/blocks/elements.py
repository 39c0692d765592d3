"""What the elements of HTML mean for cutting a page into blocks and for reading them."""

from __future__ import annotations


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
SEPARATE = frozenset({"option", "button", "select", "textarea", "text", "tspan", "desc", "rt", "noscript"})

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
