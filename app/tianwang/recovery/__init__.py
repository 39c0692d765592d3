"""Recovery of damaged Tianwang files: what is whole, what may be, what is lost.

The way in: `recovery.recover`. A file is walked by `length` as long as that holds and searched behind damage. A record
is *recovered* when its own checks or its neighbours prove it, *repaired* when checks prove the repair, *suspect* when
only its form speaks for it. Threads check DATA ahead of the walk; only the time depends on them, never the result.
"""
