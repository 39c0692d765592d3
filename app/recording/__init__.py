"""Recording of the answers to a browser: a loopback proxy that keeps each of them byte for byte
(`proxy.RecordingProxy`), and the process of the browser (`child.Child`). It knows no crawl and no window: its caller
hands in how requests go out.

Decisions:
- The browser of a crawl decides nothing: the parent gives orders (open, scroll, report, close), and the proxy alone
  knows when a page is quiet. A redirect of the page is recorded and gets its own turn; parts are asked for a few at a
  time, 50 ms apart, without asking robots.txt.
"""
