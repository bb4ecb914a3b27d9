"""Files: the page as it lies in the package, all of it read at the start.

What is served is this list and nothing else, so no path of a request ever reaches a disk.
"""

from __future__ import annotations

from hashlib import sha256
from importlib import resources
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_MEDIA: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}


class File(NamedTuple):
    """One file of the page."""

    data: bytes
    media: str
    etag: str


def page_files(folder: Traversable | None = None) -> dict[str, File]:
    """The files by their path of a URL; ``/`` is the index."""
    root = folder or resources.files("squaredance.web") / "static"
    found = dict(_files(root, "/")) if root.is_dir() else {}
    if "/index.html" in found:
        found["/"] = found["/index.html"]
    return found


def _files(folder: Traversable, path: str) -> list[tuple[str, File]]:
    found: list[tuple[str, File]] = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            found += _files(entry, f"{path}{entry.name}/")
            continue
        media = _MEDIA.get("." + entry.name.rpartition(".")[2])
        if media is not None:
            data = entry.read_bytes()
            etag = f'"{sha256(data).hexdigest()[:20]}"'
            found.append((path + entry.name, File(data, media, etag)))
    return found
