"""Shows captures as they were: a loopback proxy that answers from an archive and from nothing else.

Standing inside the engine, it knows no window; the browser that uses it lives in `widgets/web`.
"""

from app.replay.answer import DamagedPage, MissingPage
from app.replay.explaining import address_of, capture_named, explanation
from app.replay.server import ReplayServer
from app.replay.source import CaptureSource, Message, ReadableArchive

__all__ = [
    "CaptureSource",
    "DamagedPage",
    "Message",
    "MissingPage",
    "ReadableArchive",
    "ReplayServer",
    "address_of",
    "capture_named",
    "explanation",
]
