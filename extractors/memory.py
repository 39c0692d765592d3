"""How much memory another process has at this moment."""

from __future__ import annotations

import ctypes
import os
import sys
from contextlib import suppress
from pathlib import Path

_PROC_PIDTASKINFO = 4  # sys/proc_info.h
_TASK_INFO = 96


class _Counters(ctypes.Structure):
    """PROCESS_MEMORY_COUNTERS of Windows."""

    _fields_ = [("cb", ctypes.c_uint32), ("page_faults", ctypes.c_uint32)] + [
        (name, ctypes.c_size_t)
        for name in ("peak", "resident", "paged_peak", "paged", "other_peak", "other", "pagefile", "pagefile_peak")
    ]  # fmt: skip


def resident(pid: int) -> int:
    """Bytes of a process of this user that are in memory; 0 when that cannot be found out."""
    with suppress(OSError, ValueError, AttributeError, IndexError):
        return _resident(pid)
    return 0


if sys.platform == "win32":

    def _resident(pid: int) -> int:
        kernel = ctypes.WinDLL("kernel32")
        kernel.OpenProcess.restype = ctypes.c_void_p
        handle = ctypes.c_void_p(kernel.OpenProcess(0x1000, False, pid))  # PROCESS_QUERY_LIMITED_INFORMATION
        if not handle.value:
            return 0
        try:
            counters = _Counters(cb=ctypes.sizeof(_Counters))
            done = kernel.K32GetProcessMemoryInfo(handle, ctypes.byref(counters), counters.cb)
            return int(counters.resident) if done else 0
        finally:
            kernel.CloseHandle(handle)

elif sys.platform == "darwin":

    def _resident(pid: int) -> int:
        room = (ctypes.c_uint64 * (_TASK_INFO // 8))()
        got = ctypes.CDLL(None).proc_pidinfo(pid, _PROC_PIDTASKINFO, ctypes.c_uint64(0), room, _TASK_INFO)
        return int(room[1]) if got == _TASK_INFO else 0

else:

    def _resident(pid: int) -> int:
        return int(Path(f"/proc/{pid}/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
