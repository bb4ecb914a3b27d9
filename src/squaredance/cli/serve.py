"""``squaredance serve``: the page and the JSON API, until Ctrl-C."""

from __future__ import annotations

import argparse
import sys
from threading import Thread
from typing import TYPE_CHECKING

from squaredance.cli.exits import OK
from squaredance.errors import SquaredanceError

if TYPE_CHECKING:
    from squaredance.web.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="default: 127.0.0.1")
    parser.add_argument(
        "--port", type=int, default=8017, metavar="N", help="default: 8017; 0: any that is free"
    )
    parser.add_argument(
        "--workers", type=int, metavar="N", help="hard questions at once (default: one per core)"
    )
    parser.add_argument(
        "--seconds", type=float, metavar="S", help="the most that a question may take (default: 60)"
    )
    parser.add_argument("--nodes", type=int, metavar="N", help="the same in nodes")
    parser.add_argument("--open", action="store_true", help="open the page in a browser")


def run(args: argparse.Namespace) -> int:
    settings = _settings(args)
    try:
        from squaredance.web.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "squaredance":
            raise
        raise SquaredanceError(
            f"expected starlette and uvicorn for the server, found no {error.name}: "
            "install them with pip install 'squaredance[web]'"
        ) from None

    def ready(address: str) -> None:
        print(f"Squaredance is at {address} (Ctrl-C ends it)")
        sys.stdout.flush()
        if args.open:
            # Some browsers return only when they are closed.
            Thread(target=_open, args=(address,), daemon=True).start()

    serve(settings, ready)
    return OK


def _open(address: str) -> None:
    import webbrowser

    webbrowser.open(address)


def _settings(args: argparse.Namespace) -> Settings:
    from squaredance.web.settings import MOST_WORKERS, Settings

    if not 0 <= args.port <= 65535:
        raise SquaredanceError(f"expected a port from 0 to 65535, found {args.port}")
    limits: dict[str, int | float] = {}
    if args.workers is not None:
        if not 1 <= args.workers <= MOST_WORKERS:
            raise SquaredanceError(f"expected 1 to {MOST_WORKERS} workers, found {args.workers}")
        limits["workers"] = args.workers
    if args.seconds is not None:
        if not 0 < args.seconds <= 86_400:
            raise SquaredanceError(f"expected seconds up to a day, found {args.seconds:g}")
        limits["most_seconds"] = args.seconds
    if args.nodes is not None:
        if args.nodes < 0:
            raise SquaredanceError(f"expected 0 or more nodes, found {args.nodes}")
        limits["nodes"] = args.nodes
    return Settings(host=args.host, port=args.port, **limits)  # type: ignore[arg-type]
