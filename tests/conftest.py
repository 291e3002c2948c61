"""How many cases property tests try (a seeded sample in `make test`, many more in `make siege`), and whose cache."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("test", derandomize=True, deadline=None, suppress_health_check=CHECKS)
settings.register_profile("siege", max_examples=20_000, deadline=None, suppress_health_check=CHECKS)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or fills the reply cache of whoever runs it, subprocesses included."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BAREMO_CACHE", str(tmp_path_factory.mktemp("cache") / "replies.sqlite"))
        yield
