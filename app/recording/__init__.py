"""Recording of what a browser gets to see: a loopback proxy that keeps every answer byte for byte
(`proxy.RecordingProxy`), and the process of the browser (`child.Child`).

It knows no crawl and no window: whoever uses it hands in how requests go out.

Decisions:
- The browser of a crawl decides nothing: the parent says open, scroll, report, close, and the proxy alone
  knows when a page is quiet. A redirect of the page is recorded and gets its own turn; parts are asked
  for a few at a time, 50 ms apart, without asking robots.txt.
"""
