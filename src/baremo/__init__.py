"""Baremo: marks that can be checked."""
