"""What code can tell about one response without a model: checks against what was asked, each with its place."""
