"""Pure: what is asked of a judge (plans, as generators of asks) and how its replies are read."""
