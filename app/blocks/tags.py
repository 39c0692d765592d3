"""Classes of elements for the rules: layout, function, format; what an element without text weighs."""

from __future__ import annotations

from typing import Literal

from app.blocks.elements import BLOCK_LEVEL, names

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
