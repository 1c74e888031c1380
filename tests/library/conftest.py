"""The finished public library for the tests that read its files."""

import pytest

from library.public_site import PublicSite, built_public_site


@pytest.fixture(scope="session")
def public_site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> PublicSite:
    """The public library; nobody may change it."""
    return built_public_site(tmp_path_factory.getbasetemp(), worker_id)
