"""Is it understood what is done by hand on a page of Steward's own? Do the answers call the pages by their names?"""

import re

import pytest
from tests.support.corpora import corpus
from tests.support.source import PACKAGE

from orchestrator.language.messages import say
from orchestrator.language.speech_acts.own_pages import own_page
from orchestrator.language.tables import ABOUT, LANGUAGES

PAGES = (
    "archive",
    "backup",
    "briefing",
    "calendars",
    "devices",
    "export",
    "jobs",
    "own_zone",
    "pairing",
    "tags",
    "tokens",
    "upload",
    "zone",
)
QUOTED = re.compile(r"“([^”]+)”|«\s?([^»]+?)\s?»")


@corpus("own_pages", "done_by_hand_on_a_page")
def test_done_by_hand_on_a_page(said: str, page: str) -> None:
    assert own_page(said) == page
    assert own_page(said.upper()) == page


@corpus("own_pages", "other_messages_are_left_alone")
def test_other_messages_are_left_alone(said: str) -> None:
    assert own_page(said) is None


def test_a_long_message_says_more_than_that() -> None:
    assert own_page("please " * 40 + "export my data") is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_called_as_the_console_calls_it(page: str, language: str) -> None:
    told = say(f"reader.pages.{page}", ABOUT[language].locale, zone="Europe/Lisbon")
    words = "\n".join(path.read_text("utf-8") for path in (PACKAGE / "console").glob(f"*/words/{language}.js"))
    names = [one or other for one, other in QUOTED.findall(told)]
    assert [name for name in names if f'"{name}"' not in words] == []
