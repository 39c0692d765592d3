"""What follows behind the commit: the caches that other rooms make of new versions, brought up to date one after another.

The way in: `jobs.JOBS` names the pieces of work, `process.FeedingProcess` has them done in a process of their own while a
crawl runs. Stands on the rooms that have a feed. Each stays as it is: its cache can be deleted and is made anew alone, it
writes together with how far it has read, and a killed process goes on where it wrote last.

Decisions:
- Beside a crawl the work is done in a process that runs when nobody else wants to (`app.archive.yielding`): threads of the
  process that crawls take the interpreter from it, whatever their priority. Where the machine has nothing left, the crawl
  goes on and the caches stay behind until it has ended: who only fills the gaps of others slows them down, too, so the
  process rests the longer, the longer it waits for a processor.
- A page is read once for all of them (`app.archive.documents.pages`).
"""
