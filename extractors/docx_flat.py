"""Word documents that are one XML file ("flat OPC"): every part of the package is an element."""

from __future__ import annotations

import base64
import binascii
import io
import zipfile
from typing import Any

from lxml import etree

from extractors.docx_styles import value
from extractors.drawingml import local
from extractors.types import Unreadable


def zipped(root: Any) -> bytes:
    """The package as a zip. Raises Unreadable for any other XML."""
    if root is None or local(root) != "package":
        raise Unreadable("The file is not a Word document.")
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for part in root:
            name = value(part, "name").lstrip("/")
            content = next(iter(part), None)
            if local(part) != "part" or not name or content is None:
                continue
            if local(content) == "xmlData" and len(content):
                archive.writestr(name, etree.tostring(content[0]))
            elif local(content) == "binaryData":
                try:
                    archive.writestr(name, base64.b64decode(content.text or ""))
                except binascii.Error:
                    continue  # a picture or the like: the text does not need it
    return target.getvalue()
