"""Does any public function that takes text need much more than four times as long for four times the text?"""

from collections.abc import Sequence

import pytest
from tests.attack import growth, sampled
from tests.attack.growth import Measured, is_guilty
from tests.attack.shapes import BY_NAME, SHAPES

KNOWN = "tests.attack.known"


@pytest.fixture(scope="module")
def listed() -> tuple[list[str], dict[str, str]]:
    return growth.listed()


def test_a_square_is_told_from_a_line() -> None:
    assert is_guilty((0.0, 0.0, 0.01, 0.1, 1.6))
    assert is_guilty((growth.LIMIT_S,))
    assert is_guilty((0.0, 0.01, 1.2))
    assert is_guilty((2.1,)), "a text of 250 characters"
    assert not is_guilty((0.05, 0.05, 0.2, 0.8, growth.LIMIT_S)), "slow, and in a line"
    assert not is_guilty((0.0, 0.004, 0.016, 0.064, 0.26))
    assert not is_guilty((0.0, 0.0, 0.0, 0.001, 0.03))


def test_what_never_ends_is_told_and_what_comes_after_it_is_tried() -> None:
    functions = ("exponential", "square", "deep", "line")  # "deaf" costs as much again, and is screened below
    found = {one.case: one for one in growth.run([(f"{KNOWN}:{name}(text)", "a word, an end") for name in functions])}
    assert {case.rpartition(":")[2]: one.guilty for case, one in found.items()} == {
        "exponential(text)": True, "square(text)": True, "deep(text)": True, "line(text)": False,
    }  # fmt: skip


def test_two_processes_try_all_of_it() -> None:
    jobs = [(f"{KNOWN}:{name}(text)", shape) for shape in ("a word", "lists in lists") for name in ("line", "deep")]
    assert {(one.case, one.shape) for one in growth.beside(growth.run, jobs, 2)} == set(jobs)


def test_the_longest_text_first_finds_the_same() -> None:
    jobs = [(f"{KNOWN}:{name}(text)", ["a word"]) for name in ("deaf", "square", "deep", "line")]
    found = {one.case.rpartition(":")[2]: one for one in growth.beside(growth.screen, jobs, 2)}
    guilty = {case for case, one in found.items() if any(each.guilty for each in one.slow)}
    assert guilty == {"deaf(text)", "square(text)", "deep(text)"}
    assert {case: one.tried for case, one in found.items()} == dict.fromkeys(found, 1)
    assert not found["line(text)"].slow


def test_nothing_that_takes_text_is_left_out_in_silence(listed: tuple[list[str], dict[str, str]]) -> None:
    cases, not_covered = listed
    known = sampled.not_covered()
    assert len({case.partition("(")[0] for case in cases}) > 1_000
    new = {name: reason for name, reason in not_covered.items() if name not in known}
    assert not new, f"teach tests/attack/makers.py their types, or write them into uncovered.txt: {new}"
    gone = sorted(known.keys() - not_covered.keys())
    assert not gone, f"take these lines out of uncovered.txt: {gone}"


def test_time_grows_with_the_text(listed: tuple[list[str], dict[str, str]]) -> None:
    cases, _ = listed
    there = set(cases)
    by_chance = growth.sample(cases, [shape.name for shape in SHAPES], sampled.SAMPLED, sampled.SEED)
    once_guilty = [(case, shape) for case, shape in sampled.guilty() if case in there]
    assert {shape for _, shape in once_guilty} <= BY_NAME.keys()
    assert not (guilty := _guilty(once_guilty + by_chance)), "\n" + "\n".join(map(str, guilty))


def test_reading_what_people_write_grows_with_it(listed: tuple[list[str], dict[str, str]]) -> None:
    cases, _ = listed
    jobs = list(sampled.readers(cases, [shape.name for shape in SHAPES]))
    assert len(jobs) > 300
    screened = growth.screen([(case, [shape]) for case, shape in jobs])
    suspects = [(slow.case, slow.shape) for one in screened for slow in one.slow if slow.guilty]
    assert not (guilty := _guilty(suspects)), "\n" + "\n".join(map(str, guilty))


def _guilty(jobs: Sequence[tuple[str, str]]) -> list[Measured]:
    """Those that a process found guilty, and another one too: a machine may have stood still."""
    suspects = [(one.case, one.shape) for one in growth.run(jobs) if one.guilty]
    return [one for one in growth.run(suspects) if one.guilty]
