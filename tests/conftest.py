"""What all tests share: hypothesis profiles, and a Ctrl-C that works.

The default run is the same every time. ``HYPOTHESIS_PROFILE=explore pytest`` draws new
examples, ten times as many.
"""

from __future__ import annotations

import os
import signal

from hypothesis import HealthCheck, settings

settings.register_profile("default", deadline=None, derandomize=True, max_examples=100)
settings.register_profile(
    "explore",
    deadline=None,
    max_examples=1000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# A job in the background of a shell is started with Ctrl-C ignored, and so are its children:
# the tests that send it would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
