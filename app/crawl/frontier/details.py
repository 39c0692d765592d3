"""What exactly decided about an address, as the crawl database keeps it.

The English sentence, for whoever reads the database; of a message with arguments a second line, its code and arguments
as JSON. A message without arguments is known by its sentence.
"""

from __future__ import annotations

import json

from app.messages import Message

_MOST = 1000  # characters


def kept(detail: str) -> str:
    """A detail as it goes into the database."""
    sentence = detail[:_MOST].replace("\n", " ")
    if not isinstance(detail, Message) or not detail.arguments:
        return sentence
    packed = json.dumps(detail.packed(), ensure_ascii=False)
    return f"{sentence}\n{packed}" if len(packed) <= _MOST else sentence


def read(text: str) -> str:
    """A detail out of the database: a message where it is known as one, else the sentence."""
    sentence, _, packed = text.partition("\n")
    if not packed:
        return sentence
    try:
        return Message.unpacked(json.loads(packed))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        return sentence  # of another version of this program
