"""The nouns: frozen values that every room shares. No behaviour beyond what the value itself means."""
