"""A cluster on this machine that several tests use."""

from collections.abc import Iterator

import pytest

from squaredance.cluster import Workers, open_workers


@pytest.fixture(scope="package")
def processes() -> Iterator[Workers]:
    with open_workers("local:2") as workers:
        yield workers
