"""How satisfied USER seems: a fitted estimate for every USER turn and for the dialogue, with what moved it."""
