"""A proxy on the loopback interface, as far as replaying and recording are one: sockets, TLS, reading
requests. The way in: `listener.listen`."""
