"""The index of an archive itself as CDXJ: where each record stands in the batch files."""

from __future__ import annotations

from app.archive.addresses import is_rendered
from app.interchange import cdxj
from app.interchange.destination import storing
from app.interchange.job import Job
from app.interchange.sorting import LineSorter


def write(job: Job) -> None:
    """A line for each capture of a job; nothing of the batches is read. StorageFailed."""
    destination = job.destination
    file = destination.open(destination.name())
    with LineSorter(destination.folder) as lines:
        for capture in job.selection.captures(job.reader):
            if not job.goes_on(capture):
                return
            if is_rendered(capture.url):
                continue
            lines.add(cdxj.of_capture(capture))
            job.count(capture)
        with storing(destination.folder):
            file.writelines(lines.sorted())
