"""The providers' batch queues, pure: each step yields an errand, receives the response's body, and returns a noun."""
