"""The providers' formats, pure: a request in, a call out; a response in, an answer out."""
