"""The nouns: frozen values that every room shares. No behaviour beyond what the value itself means.

What a record holds by the dozen is a `Struct` of msgspec: made ten times as fast as a frozen dataclass, and written
twice as fast. (`gc=False`: nothing that is frozen can be part of a cycle.)
"""
