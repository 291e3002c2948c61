"""Rows into files, as they come: one small file per format, found by the registry."""
