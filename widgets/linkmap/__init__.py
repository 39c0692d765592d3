"""The link map: pages and hosts as a picture with their links, through time.

The way in: `view.MapView`, which the shell shows where pages are shown. What takes time is in `work`, which runs in workers.
`scene` is what is drawn as arrays, `paint` and `labels` draw it on any painter, `canvas` is the widget with mouse and keys,
`node_styles` says what sizes and colours mean, `model` is the same as a list. Where nodes stand is decided by
`app.graph.layout`.
"""
