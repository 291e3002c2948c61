"""How many cases property tests try (a seeded sample in `make test`, many more in `make siege`), whose cache, and where
runs are kept."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from postgres_server import Server, programs, running
from shelves import FileShelf, Shelf, StoreShelf

# What runs in the background ignores Ctrl-C, and so would every process that a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("test", derandomize=True, deadline=None, suppress_health_check=CHECKS)
settings.register_profile("siege", max_examples=20_000, deadline=None, suppress_health_check=CHECKS)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What properties run is not measured: coverage is what plain examples show, and measuring takes most of the time
    of a test that runs the same lines thousands of times. Others of that kind are marked one by one."""
    for item in items:
        if item.get_closest_marker("property"):
            item.add_marker(pytest.mark.no_cover)


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or fills the reply cache of whoever runs it, subprocesses included."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BAREMO_CACHE", str(tmp_path_factory.mktemp("cache") / "replies.sqlite"))
        yield


@pytest.fixture(autouse=True, scope="session")
def own_store() -> Iterator[None]:
    """No test touches the store of whoever runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("BAREMO_STORE", raising=False)
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A real server, started for the first test that wants one."""
    folder = programs()
    if folder is None:
        pytest.skip("no PostgreSQL server is installed: apt-get install postgresql, or put initdb on the PATH")
    with running(folder) as server:
        yield server


@pytest.fixture(scope="session")
def store(postgres: Server) -> str:
    """The address of a store that many tests share; each has its own run in it."""
    return postgres.address(postgres.new_database())


@pytest.fixture(params=["file", "store"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Shelf:
    """A place for a run, of each kind."""
    return FileShelf(tmp_path) if request.param == "file" else StoreShelf(request.getfixturevalue("store"))
