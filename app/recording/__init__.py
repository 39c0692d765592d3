"""Records what a browser gets to see: a loopback proxy that keeps every answer byte for byte
(`proxy.RecordingProxy`), and the browser's process (`child.Child`). It knows no crawl and no window:
whoever uses it hands in how requests go out."""
