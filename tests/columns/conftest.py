"""The fixtures of the command line, and a skip where pyarrow is not installed."""

import pytest

pytest.importorskip("pyarrow", reason="columns need pyarrow: pip install 'squaredance[data]'")

from tests.cli.conftest import run, spawn  # noqa: F401
