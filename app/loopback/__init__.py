"""A proxy on the loopback interface, as far as replaying and recording are one: sockets, TLS, reading requests.

The way in: `listener.listen`. `authority` makes throw-away certificates and brings all of `cryptography`, so it is
imported where the first one is needed.
"""
