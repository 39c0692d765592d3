"""Shows captures as they were: a loopback proxy that answers from an archive and from nothing else. The
way in: `server.ReplayServer`. It knows no window; the browser that uses it lives in `widgets/web`."""
