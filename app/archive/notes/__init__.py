"""What a person writes on pages: stars, tags and notes, kept in `notes.jsonl` of the archive.

The way in: `notebook.Notebook`. The file is primary data: lines are appended and synced, never changed. What stands on a
page now is the fold of all lines (`state`), and undoing an act is one more line.

Decisions:
- Each value of a mark (the star, each tag, the note) is what the line with the latest moment says of it, and a line that
  is written is later than all before it. So lines of two archives can be put together in any order.
- Another archive gets the marks as they stand, with the moment of each (`carrying`): nothing that was taken back or
  deleted leaves the archive, and what was deleted here does not come back with an older moment.
- A block is known by its text: in other versions it is found where that stands, wherever the page was rearranged.
- Measured with 100 000 marks (21.6 MB): parsed and folded in 1.7 s of processor time, and only what is new afterwards.
"""
