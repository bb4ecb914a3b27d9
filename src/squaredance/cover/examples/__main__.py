"""``python -m squaredance.cover.examples FOLDER`` draws the pictures of the documents."""

import sys
from pathlib import Path

from squaredance.cover.examples.pictures import draw_all

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("expected a folder for the pictures")
    for path in draw_all(Path(sys.argv[1])):
        print(path)
