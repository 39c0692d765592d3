"""What programs write about a picture: XMP (ISO 16684-1) and IPTC (information interchange model, version 4.2)."""

from __future__ import annotations

from lxml import etree

from extractors.media.media import MOST_TEXT, Facts

_DC = "{http://purl.org/dc/elements/1.1/}"
_PHOTOSHOP = "{http://ns.adobe.com/photoshop/1.0/}"
_XMP = "{http://ns.adobe.com/xap/1.0/}"
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_NAMES = {
    _DC + "title": "title",
    _PHOTOSHOP + "Headline": "headline",
    _DC + "description": "description",
    _DC + "subject": "keywords",
    _DC + "creator": "artist",
    _DC + "rights": "copyright",
    _PHOTOSHOP + "DateCreated": "date",
    _XMP + "CreateDate": "date",
    _XMP + "CreatorTool": "encoder",
    _DC + "language": "language",
}
_IPTC = {
    5: "title",
    105: "headline",
    120: "description",
    25: "keywords",
    80: "artist",
    116: "copyright",
    55: "date",
}


def read(data: bytes, facts: Facts) -> None:
    """Note what an XMP packet says; entities are not expanded."""
    begin = data.find(b"<")
    if begin < 0:
        return
    end = data.rfind(b"</x:xmpmeta>")
    packet = data[begin : end + 12 if end > 0 else len(data)][:MOST_TEXT]
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, recover=True, huge_tree=False, load_dtd=False
    )
    try:
        root = etree.fromstring(packet.rstrip(b"\0 \r\n\t"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return
    if root is None:
        return
    for description in root.iter(_RDF + "Description"):
        for name, value in description.attrib.items():
            if name in _NAMES:
                _note(_NAMES[str(name)], str(value), facts)
        for child in description:
            if child.tag in _NAMES:
                for text in _values(child):
                    _note(_NAMES[child.tag], text, facts)


def _values(element: etree._Element) -> list[str]:
    """The texts of a list, of the alternatives in other languages the first or the default one."""
    items = list(element.iter(_RDF + "li"))
    if not items:
        return [element.text or ""]
    if element.find(_RDF + "Alt") is not None:
        default = [item for item in items if item.get(_LANGUAGE) == "x-default" and item.text]
        items = (default or [item for item in items if item.text])[:1]
    return [item.text or "" for item in items[:100]]


def _note(name: str, value: str, facts: Facts) -> None:
    facts.add("subtitle" if name == "headline" else name, value, "XMP")


def read_photoshop(data: bytes, facts: Facts) -> None:
    """Note what is in image resources ("8BIM", number, name, size, content); IPTC is number 0404."""
    at = data.find(b"8BIM")
    for _ in range(1000):
        if at < 0 or data[at : at + 4] != b"8BIM" or at + 12 > len(data):
            return
        number = int.from_bytes(data[at + 4 : at + 6], "big")
        begin = at + 6 + (data[at + 6] + 2) // 2 * 2
        size = int.from_bytes(data[begin : begin + 4], "big")
        content = data[begin + 4 : begin + 4 + size]
        if number == 0x0404:
            read_iptc(content, facts)
        elif number == 0x0424:
            read(content, facts)
        at = begin + 4 + size + (size & 1)


def read_iptc(data: bytes, facts: Facts) -> None:
    """Note datasets: 1C, record, number, size (2 bytes), text. Record 1, number 90 names the character set."""
    at = data.find(b"\x1c")
    unicode = False
    for _ in range(5000):
        if at < 0 or data[at : at + 1] != b"\x1c" or at + 5 > len(data):
            return
        record, number, size = data[at + 1], data[at + 2], int.from_bytes(data[at + 3 : at + 5], "big")
        if size & 0x8000:
            return  # longer ones hold pictures
        value = data[at + 5 : at + 5 + size]
        if record == 1 and number == 90:
            unicode = value == b"\x1b%G"
        elif record == 2 and number in _IPTC:
            text: str | bytes = value.decode("utf-8", "replace") if unicode else value
            if number == 55 and len(value) == 8 and value.isdigit():
                plain = value.decode("ascii")
                text = f"{plain[:4]}-{plain[4:6]}-{plain[6:]}"
            name = _IPTC[number]
            facts.add("subtitle" if name == "headline" else name, text, "IPTC")
        at += 5 + size
