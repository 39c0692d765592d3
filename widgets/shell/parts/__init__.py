"""Parts of the main window that each bring one thing to the open archive: search, tabs, travelling in time, notes,
printing, import and export …

Each gets what is open (`widgets.shell.opened`) and never the window itself.
"""
