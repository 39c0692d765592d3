"""Captures as they were: a loopback proxy that answers from an archive and from nothing else.

The way in: `server.ReplayServer`. It knows no window; the browser that uses it lives in `widgets/web`.

Decisions:
- The capture on screen is pinned at its own address; everything around it is the capture nearest in time.
- CSP of archived pages stays, except what would upgrade or report; WebRTC constructors are taken out of
  pages.
"""
