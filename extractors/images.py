"""Pictures: size, what the camera noted, and what people and programs wrote about them."""

from __future__ import annotations

import re

from extractors import media, pictures
from extractors.media import Facts, Tag
from extractors.types import Document, Source, Unreadable

# What cameras and programs put where a title should stand, and names of files.
_UNTOLD = re.compile(
    r"untitled.*|image|img|photo|picture|scan(?:ned.*)?|bild|unbenannt|dcim|sony dsc|created with .*"
    r"|(?:olympus|minolta|konica|samsung|sony|nikon|exif|kodak|digital)\b.*(?:camera|dsc|jpeg|picture).*"
    r"|.*\.(?:jpe?g|png|gif|tiff?|psd|ai|eps|svg|bmp|indd|cdr)"
    r"|(?:img|dsc[nf]?|p|pict|mvc|cimg|imgp)[_-]?\d{3,}.*|[\d _.:-]+|无标题.*|未命名.*|默认.*",
    re.IGNORECASE,
)
_DAMAGED = "The picture is damaged: its size could not be found."


def extract(source: Source) -> Document:
    document = source.document()
    facts = Facts()
    known = pictures.read(source.data, facts)
    if not known:
        if source.media_type == "image/unknown" and not facts.tags:
            raise Unreadable("The picture is of an unknown kind.")
        facts.warn(_DAMAGED)
    facts.tags = [tag for tag in facts.tags if tag.name not in ("title", "subtitle") or not _untold(tag)]
    media.fill(document, facts, source)
    return document


def _untold(tag: Tag) -> bool:
    text = tag.value if isinstance(tag.value, str) else tag.value.decode("latin-1")
    return bool(_UNTOLD.fullmatch(text.strip()))
