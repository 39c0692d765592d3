"""What archives elsewhere have of a page, among the versions of the archive that is open.

The way in: `view.ElsewhereView`, the list, and `look.LookView`, one capture, which the shell shows where pages are shown;
`version_line.ElsewhereLine`, captures elsewhere in the version line of the page area. Nothing is asked before somebody
presses the button, or turns an archive elsewhere on for the archive that is open; `work` and `looking` ask and take in, in
workers.
"""
