"""The embedded judge: marks from what observers see, by a table of numbers, with no network and no chance."""
