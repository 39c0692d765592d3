"""Archived pages on the screen: QtWebEngine behind the replay proxy, and nothing but the replay proxy.

The way in: `view.ReplayView`, shown in a `context.ReplayContext`.

Decisions:
- Chromium's own `--proxy-server` flag instead of `QNetworkProxy`: only so its exception for 127.0.0.1 and
  localhost goes away. Sites of this machine replay like any other, and an archived page cannot reach a
  server that runs here. The port is bound before the QApplication is made, `AA_ShareOpenGLContexts` is
  set with the arguments.
- A page that is captured or measured stays at its address by taking back `navigate` events: a navigation
  that Chromium is refused ends the parsing of the page as well.
- Plug-ins are on for captures that are no HTML (PDF) alone: for Flash in a page QtWebEngine makes a
  placeholder whose memory is used after it was freed.
- Words that differ are CSS custom highlights: ranges, no elements, so the page's document stays as it is.
  Our script runs in every frame and is reached by `QWebEngineFrame`.
"""
