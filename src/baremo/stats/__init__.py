"""Agreement and intervals: pure functions of numbers. What is random comes in as an argument."""
