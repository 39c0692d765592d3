"""One request and its answer: connections, names, certificates, passwords, cookies, browsers.

The way in: `fetch.Fetcher`; a browser in a process of its own is `browsing`. Stands on `rules`.

Decisions:
- A fetch is httpx's request model over two engines: aiohttp for nearly everything, httpcore where a
  server offers HTTP/2 alone or answers what aiohttp refuses. Plain GETs (`plain`) have aiohttp's connections
  and parser, not its client, which takes more time than both.
- A certificate is verified first; when that fails the page is stored all the same and the reason stands
  in the log. Passwords and imported cookies are not sent over such a connection, and lie in the person's
  configuration folder, never in an archive.
"""
