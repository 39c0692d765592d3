"""One request and its answer: connections, names, certificates, passwords, cookies, browsers."""
