"""Ctrl-C for a program of its own: what the tests of several modules do with it."""

import signal
import subprocess
import sys
import time


def interrupted(program: str, after: float) -> tuple[list[str], float]:
    """Sends Ctrl-C to a program so many seconds after it said "started".

    It must answer with "interrupted", the time, and any other words: these are returned, and how
    long that took.
    """
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "started\n"
        time.sleep(after)
        sent = time.time()
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    word, when, *others = out.split()
    assert (word, err, child.returncode) == ("interrupted", "", 0)
    return others, float(when) - sent
