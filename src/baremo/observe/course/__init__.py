"""The course of a dialogue: each USER turn beside what SYSTEM said before it, as named numbers."""
