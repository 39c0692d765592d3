"""The menus of the main window, a table of actions each: text, icon, key, tooltip, and who does it.

`widgets.shell.actions` puts them together. Their sentences have the context WindowActions in the translations.
"""
