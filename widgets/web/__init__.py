"""Archived pages on the screen: QtWebEngine behind the replay proxy, and nothing but the replay proxy.
The way in: `view.ReplayView`, shown in a `context.ReplayContext`."""
