"""The main window: menus, start page, workspace, preferences, help. The way in: `main_window.MainWindow`, which opens and
closes archives and connects its parts; these find what is open in `opened.Opened`, and know the window no further."""
