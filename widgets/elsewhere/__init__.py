"""What archives elsewhere have of a page, among the versions of the archive that is open.

The way in: `view.ElsewhereView`, which the shell shows where pages are shown. Nothing is asked before somebody presses the
button; `work` asks and takes in, in workers.
"""
