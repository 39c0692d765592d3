"""Archives over HTTP: a reading room for people (`room`), and for other programs Memento (RFC 7089), the CDX server API of
the Wayback Machine and of pywb, an interface of our own (`api`) with selections as WARC and WACZ (`packages`).

The way in: `application.Doors` is an ASGI application over collections, `server.serve` runs it at two ports. A roof like
the command line: it may import the whole engine and nothing imports it. Stands on Starlette and uvicorn.

Decisions:
- Nothing is written into an archive but its caches: `serve` feeds the search index. The keys of a CDX index are worked
  out when the service starts, into a database of its own that goes with the process (`keys`): 100 000 addresses take
  about a second of processor time.
- An address is looked up by its CDX key, as other archives do: http and https, “www.” and other spellings are one.
- All captures are mementos, also those that found nothing new: each answers with the version it confirms.
- Pages of strangers run no scripts here: every memento is sent with a policy that forbids them, gives the page an origin
  of its own and lets it load from this service alone. Cookies and other headers of the stored response come as
  `X-Archive-Orig-…`.
- A connection that does nothing is closed, a client has a number of them, and a head has an end (`protocol`); uvicorn alone
  bounds none of these.
- What takes long is worked out in threads of its own, in a limit of time (`lanes`); figures over time are kept (`figures`).
- Paths are read as they were sent: the address in them keeps its escapes and its query.
"""
