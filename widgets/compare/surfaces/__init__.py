"""What a pane of a comparison shows a version with: the page as it looked, its picture, its text, its source.

Each marks what changed and says where blocks stand on it (`positions`), so that two panes scroll together.
"""
