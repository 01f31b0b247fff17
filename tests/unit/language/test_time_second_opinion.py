"""Is another engine asked where it is installed, are its traps kept out, and does all work without it?"""

import signal
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.corpora import corpus

from orchestrator.language.time import mentions, resolve
from orchestrator.language.time.second_opinion import MAX_CHARACTERS, available, opinions, silenced

_NOW = datetime(2026, 11, 23, 10)
_ZONE = "Europe/Lisbon"
installed = pytest.mark.skipif(not available(), reason="pyduckling-native-phihos has no wheel here")


@installed
def test_an_opinion_has_its_place_and_all_its_starts() -> None:
    (one,) = opinions("call her tomorrow at 5", now=_NOW, locale="en-US")
    assert (one.first, one.last) == (9, 22)
    assert {start.hour for start in one.starts} == {5, 17}
    (other,) = opinions("amanhã às 15h", now=_NOW, locale="pt-BR")
    assert (other.last, other.starts[0]) == (13, datetime(2026, 11, 24, 15))


@installed
def test_the_order_of_a_numeric_date_is_that_of_the_locale() -> None:
    assert opinions("3/4", now=_NOW, locale="en-US")[0].starts[0] == datetime(2027, 3, 4)
    assert opinions("3/4", now=_NOW, locale="en-GB")[0].starts[0] == datetime(2027, 4, 3)


@installed
@settings(max_examples=80, deadline=None)
@given(st.text(max_size=80), st.sampled_from(["en-US", "en-GB", "pt-BR", "es-MX", "fr-FR", "", "xx"]))
def test_it_survives_any_text(text: str, locale: str) -> None:
    for one in opinions(f"\x00{text} tomorrow", now=_NOW, locale=locale):
        assert one.first < one.last


@installed
def test_a_long_text_is_not_asked_about() -> None:
    assert opinions("tomorrow at 5 and " * 40, now=_NOW, locale="en-US") == ()
    assert MAX_CHARACTERS < 1_000


@installed
def test_it_is_asked_from_many_threads() -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda hour: opinions(f"tomorrow at {hour}:00", now=_NOW, locale="en-US"), range(13, 23)))
    assert [one[0].starts[0].hour for one in found] == list(range(13, 23))


@installed
def test_loading_it_leaves_interrupts_to_python() -> None:
    """Its runtime takes SIGINT for itself; a server could then not be stopped."""
    script = """
    import os, signal, threading
    from datetime import datetime
    from orchestrator.language.time import mentions
    signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever runs the tests may have it ignored
    loading = threading.Thread(
        target=mentions, args=("tomorrow",), kwargs={"now": datetime(2026, 11, 23, 10), "locale": "en-US"}
    )
    loading.start()
    loading.join()
    try:
        os.kill(os.getpid(), signal.SIGINT)
        signal.pause()
    except KeyboardInterrupt:
        print("interrupted", signal.getsignal(signal.SIGPIPE) == signal.SIG_IGN)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "interrupted True\n", done.stderr
    assert done.returncode == 0
    assert signal.getsignal(signal.SIGINT) is not None


@installed
def test_what_it_reads_otherwise_is_not_sure() -> None:
    # An afternoon begins at noon for one and later for the other; the day after some days at its own hour.
    assert [one.sure for one in mentions("in 7 days", now=_NOW, locale="en-US")] == [False]
    assert [one.sure for one in mentions("on Friday at 5pm", now=_NOW, locale="en-US")] == [True]


@installed
def test_a_phrase_that_only_it_explains_is_taken_unsure() -> None:
    (found,) = mentions("the second closest Monday to 5 October 2027", now=_NOW, locale="en-GB")
    assert (found.start.date().isoformat(), found.sure) == ("2027-10-11", False)


@installed
def test_an_hour_after_some_days_is_sure_in_the_evening_too() -> None:
    evening = _NOW.replace(hour=20, minute=15)
    (found,) = mentions("in three days at 11am", now=evening, locale="en-US")
    assert (found.start, found.sure) == (datetime(2026, 11, 26, 11), True)


def test_a_date_that_no_calendar_has_is_nobodys() -> None:
    for phrase, locale in (("June 31", "en-US"), ("30 de fevereiro", "pt-BR"), ("31 de junio", "es-ES")):
        found = resolve(phrase, now=_NOW, zone=_ZONE, locale=locale)
        assert (found.start, found.reason) == (None, "not_a_time"), phrase


@corpus("time_second_opinion", "without_it_all_is_read_and_less_is_sure")
def test_without_it_all_is_read_and_less_is_sure(text: str, locale: str, start: datetime, sure: bool) -> None:
    with silenced():
        assert not available()
        (found,) = mentions(text, now=_NOW, locale=locale)
    assert (found.start, found.sure) == (start, sure)


def test_without_it_a_whole_day_and_a_meal_may_still_be_written() -> None:
    with silenced():
        for phrase, start in (
            ("in 7 days", datetime(2026, 11, 30)),
            ("lunch tomorrow", datetime(2026, 11, 24, 12, 30)),
            ("Friday at noon", datetime(2026, 11, 27, 12)),
        ):
            found = resolve(phrase, now=_NOW, zone=_ZONE, locale="en-US")
            assert (found.start, found.sure) == (start, True), phrase
