"""The embedded judge for responses: what it sees in one, how it marks it, and which of two it prefers."""
