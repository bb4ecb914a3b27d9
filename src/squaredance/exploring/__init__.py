"""The work of `explore`: rounds through the vicinities of the best puzzles known."""
