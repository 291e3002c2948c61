"""One model server for all tests here, started when the first of them needs it."""

from collections.abc import Iterator

import pytest

from local_model.server import Server, missing


@pytest.fixture(scope="session")
def local_model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if reason := missing():
        pytest.skip(reason)
    with Server(tmp_path_factory.mktemp("model") / "server.log") as server:
        yield server
