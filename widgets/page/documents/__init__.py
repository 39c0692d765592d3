"""Documents in the page area: pages of a PDF and the words on them, Office files laid out, recordings played, all of it
on paper.

Decisions:
- Recordings are played by Qt's player from memory, in this process: it knows the formats that the browser's build lacks.
  Only what begins as sound or film is given to it, and only when somebody presses Play.
"""
