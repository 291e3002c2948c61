"""The version, in one place: the package's metadata and every run carry it."""

VERSION = "0.1.0"
