"""An archive elsewhere: another Tianwang Explorer on a port of this machine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.app.service.conftest import filled, serving


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Its address; of the home page it has captures of the 1st, 2nd, 3rd and 5th of January 2020."""
    with serving(filled(tmp_path_factory.mktemp("there") / "one.archive")) as client:
        yield f"{str(client.base_url).rstrip('/')}/one/"
