"""Classifiers made of exemplars: shipped as they were trained, right about what they were not trained with, cheap."""

from pathlib import Path

import numpy as np
import pytest
from tests.support.processor_time import seconds_of

from orchestrator.language.exemplars.classifier import WEIGHTS, Classifier
from orchestrator.language.exemplars.corpus import Exemplar, digest_of, exemplars_of, tasks
from orchestrator.language.exemplars.features import encoded
from orchestrator.language.exemplars.training import accuracy, fitted

RIGHT = {"claim": 0.7, "kind": 0.5}
"""The share of what was held out that each shipped model must give its label; every task is listed."""
LARGEST = 3_000_000
"""Bytes of a file of weights."""


def small() -> Classifier:
    said = [("I've booked the table", "done"), ("I have moved the call", "done"), ("It's all arranged now", "done")]
    said += [
        ("Shall I book the table?", "asked"),
        ("Should I move the call?", "asked"),
        ("Want me to arrange it?", "asked"),
    ]
    return fitted([Exemplar(text, label, "en") for text, label in said], "digest")


@pytest.mark.parametrize("task", tasks())
def test_the_shipped_model_is_that_of_the_shipped_exemplars(task: str) -> None:
    assert Classifier.load(task).digest == digest_of(task), "make exemplars"
    assert (WEIGHTS / f"{task}.npz").stat().st_size < LARGEST


@pytest.mark.parametrize("task", tasks())
def test_the_shipped_model_is_right_about_what_was_held_out(task: str) -> None:
    held = [one for one in exemplars_of(task) if one.held]
    assert held
    assert accuracy(Classifier.load(task), held)[""] >= RIGHT[task]


def test_every_model_has_exemplars() -> None:
    assert {path.stem for path in WEIGHTS.glob("*.npz")} == set(tasks()) == RIGHT.keys()


def test_a_model_tells_what_is_like_its_exemplars() -> None:
    model = small()
    scores = model.scores("Shall I cancel the call?")
    assert scores.keys() == {"done", "asked"}
    assert sum(scores.values()) == pytest.approx(1)
    assert scores["asked"] > 0.5 > model.scores("I have moved the table")["asked"]


def test_the_same_exemplars_make_the_same_model(tmp_path: Path) -> None:
    for name in ("one", "other"):
        small().save(tmp_path / f"{name}.npz")
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "other.npz").read_bytes()


def test_one_label_is_no_task() -> None:
    with pytest.raises(ValueError, match="two labels"):
        fitted([Exemplar("Hello", "talk", "en")], "digest")


def test_several_texts_at_once_score_as_each_alone() -> None:
    model, texts = small(), ["I've booked it", "", "Shall I?", "¿Lo muevo? 🙂", "x" * 3_000]
    together = model.scores_of(texts, [(), ("asked",), (), ("a", "b"), ()])
    alone = [model.scores(text, names) for text, names in zip(texts, [(), ("asked",), (), ("a", "b"), ()], strict=True)]
    for one, other in zip(together, alone, strict=True):
        assert one == pytest.approx(other)
    assert model.scores_of([]) == []


def test_no_feature_reaches_from_one_text_into_the_next() -> None:
    alone, beside = encoded(["milk is here"]), encoded(["milk is here", "and so is bread"])
    assert np.array_equal(np.sort(alone.buckets), np.sort(beside.buckets[beside.rows == 0]))


def test_named_features_count() -> None:
    rows = [Exemplar("Friday", label, "en", features=(name,)) for label, name in (("a", "x"), ("b", "y"))] * 3
    model = fitted(rows, "digest")
    assert model.scores("Friday", ["x"])["a"] > 0.5 > model.scores("Friday", ["y"])["a"]


def test_slots_are_filled_with_what_the_language_lists(tmp_path: Path) -> None:
    folder = tmp_path / "en" / "exemplars"
    folder.mkdir(parents=True)
    (folder / "slots.toml").write_text('thing = "milk; the eggs"\n', "utf-8")
    (folder / "talk.jsonl").write_text('{"text": "{Thing} gone", "label": "a"}\n', "utf-8")
    assert tasks(tmp_path) == ("talk",)
    assert {one.text for one in exemplars_of("talk", tmp_path)} <= {"Milk gone", "The eggs gone"}
    before = digest_of("talk", tmp_path)
    (folder / "slots.toml").write_text('thing = "tea"\n', "utf-8")
    assert digest_of("talk", tmp_path) != before
    for line, wrong in (('{"text": "{nothing}", "label": "a"}', "nothing"), ('{"text": "x"}', "line 1")):
        (folder / "talk.jsonl").write_text(f"{line}\n", "utf-8")
        with pytest.raises(ValueError, match=wrong):
            exemplars_of("talk", tmp_path)


@pytest.mark.parametrize("unit", ["a ", "ñandú, ", "I've ", "👍", "0", "e\u0301", "x"])
def test_time_is_in_proportion_to_the_text(unit: str) -> None:
    model = small()

    def spent(characters: int) -> float:
        lines = [(unit * 80)[:80]] * (characters // 80)
        return seconds_of(lambda: model.scores_of(lines))

    spent(1_000)
    assert spent(64_000) < 20 * (spent(8_000) + 0.02)
