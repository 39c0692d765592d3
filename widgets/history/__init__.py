"""What was looked at: back and forward with places, and the list that is kept from one session to the next.

The ways in: `back_forward.BackForward`, `kept.Kept`, `view.HistoryView`.

Decisions:
- The list stands in the folder of the person, a file for each archive, and never in the archive: who reads an archive is
  nobody's business who gets a copy of it. It is lines of JSON that are only appended to, so two windows may write to it.
- A page counts as looked at after a second: what arrow keys pass in the tree does not.
"""
