"""Bias probes: small changes that must not move a mark, and what it means where one does."""
