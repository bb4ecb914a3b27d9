"""Whether a pipe or terminal has something to read."""

from __future__ import annotations

import select


def has_input(descriptor: int, seconds: float | None) -> bool:
    """Whether a read would not wait, within that time."""
    if not hasattr(select, "poll"):
        return bool(select.select([descriptor], [], [], seconds)[0])
    poll = select.poll()  # select itself takes no descriptor from 1024 on
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(None if seconds is None else seconds * 1000))
