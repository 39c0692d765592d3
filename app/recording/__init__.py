"""Records what a browser gets to see: a loopback proxy that keeps every answer byte for byte, and the browser's
process.

It knows no crawl and no window: whoever uses it hands in how requests go out.
"""

from app.recording.child import Child, ChildGone
from app.recording.gate import Gate
from app.recording.hold import Hold
from app.recording.model import Exchange, Recorded, Upstream, UpstreamFailed
from app.recording.proxy import RecordingProxy
from app.recording.visit import Tab, Visit

__all__ = [
    "Child",
    "ChildGone",
    "Exchange",
    "Gate",
    "Hold",
    "Recorded",
    "RecordingProxy",
    "Tab",
    "Upstream",
    "UpstreamFailed",
    "Visit",
]
