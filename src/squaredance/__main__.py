"""``python -m squaredance`` is the same as the command ``squaredance``."""

from squaredance.cli.start import run

if __name__ == "__main__":
    run()
