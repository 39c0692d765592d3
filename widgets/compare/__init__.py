"""Two versions side by side, with what changed between them.

The way in: `view.CompareView`. The work is done once in a worker (`outcome`, `entries`); the panes only show it.

Decisions:
- The list joins neighbours of one kind (`entries`); the engine and `diff --json` keep every block.
  Whether a change is displayed is known to the page alone, so rows learn it when it is measured.
- Frames are documents of their own: paired by address, each the capture that replay would show at the
  date of its page.
- Two loaded pages are asked for their text, styles and boxes (`appearance`). Where the code tells no
  change and the text does, the pages as their scripts made them are compared in the place of what was
  received: nothing of that is stored.
- Pictures of whole pages are taken in the panes, view by view while they are scrolled (another browser
  would cost memory), and compared with numpy in a worker between blocks that belong together: pixels
  below an insertion are no difference.
- A page that lets another show through (onion skin) is drawn after everything else in its window, so it
  turns opaque while anything lies above it.
"""
