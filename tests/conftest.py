"""What all tests share: hypothesis profiles.

The default run is the same every time. ``HYPOTHESIS_PROFILE=explore pytest`` draws new
examples, ten times as many.
"""

from __future__ import annotations

import os

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
