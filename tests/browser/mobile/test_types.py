"""Does the app know the API as it is?"""

import pytest
from tests.support.app_types import COMMAND, TYPES, generated

pytestmark = pytest.mark.mobile


def test_the_types_of_the_app_are_those_of_the_document() -> None:
    assert TYPES.read_text("utf-8") == generated(), f"The API has changed for the app: {COMMAND}, and make test-mobile"
