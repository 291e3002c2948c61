"""How many cases property tests try: a seeded sample in `make test`, many more in `make siege`."""

import os

from hypothesis import HealthCheck, settings

CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("test", derandomize=True, deadline=None, suppress_health_check=CHECKS)
settings.register_profile("siege", max_examples=20_000, deadline=None, suppress_health_check=CHECKS)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))
