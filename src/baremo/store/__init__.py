"""The rim: what is kept. A run is one file, append-only."""
