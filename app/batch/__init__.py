"""Batch jobs over archives: each record mapped to pairs, pairs of one key brought together and reduced (Dean and
Ghemawat, MapReduce, OSDI 2004; the crawler book, L3700–4306).

The way in: `run.run`, with a job of `shipped` (or any `job.Job`) and somebody who does the work (`workers`, `on_ray`).
Above the graph and likeness, whose figures jobs work out; below the command line.

Decisions:
- A split is a range of one batch file, so that a job moves to where the file lies. Pairs travel, never pages.
- A task says what it reads and writes, and a node that sees both is given it; on Ray what was mapped elsewhere is carried
  to the result's machine, where it outlives the node that made it. Planning, too, is done where an archive lies.
- Output depends on the job and the splits alone, never on who worked when: values of a key come in the order of the
  splits. So any number of workers gives the same bytes.
- What a task has made is written under a name of its own and renamed: of two copies of a task the second finds the name
  taken. What lies there is done, so a job that was killed goes on by looking.
- Runs are lines of JSON, which a person can read: packing them costs more than writing them to a local disk saves.
"""
