"""Generating: what `generate`, `random_grid` and `random_grids` do, imported when called."""
