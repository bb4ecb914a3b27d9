"""Web: the JSON API and the page of ``squaredance serve``, over the extra `web`.

The way of a request: `app` (sizes, hosts, errors) -> `lanes` (where it runs) -> `jobs` (what it
asks of the library) -> bytes. Shapes are in `shapes`, checked by `schema`, told by `openapi`.
"""
