"""The main window: menus, start page, workspace, preferences, help."""
