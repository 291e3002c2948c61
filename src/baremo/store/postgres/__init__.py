"""Runs in PostgreSQL: many runs in one database, many writers of one run. Loaded only where a store is named."""
