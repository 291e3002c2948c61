"""Where the rooms are joined: one case in `evaluate`, many in `batch`."""
