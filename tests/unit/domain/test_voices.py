"""The pure parts of voices: embeddings, clusters, decisions, calibrated thresholds, and `steward eval voices`."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import numpy as np
import pytest
from tests.support.voices import DIM, Speakers

from orchestrator.domain.senses.voices.calibration import LEAST_OF_EACH, Bounds, Trial, bounds_of
from orchestrator.domain.senses.voices.clustering import DRIFT, Sample, clusters_of, surplus, unknown_clusters
from orchestrator.domain.senses.voices.decision import Decision, Enrolled, Heard, Matcher
from orchestrator.domain.senses.voices.tuning import MOST_CLUSTERS, MOST_SAMPLES, tuning_of
from orchestrator.domain.senses.voices.vectors import Vector, unit
from orchestrator.domain.senses.voices.verdict import voices_verdict
from orchestrator.errors import InvalidRequest

CAMPPLUS = tuning_of("campplus")
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


def vector(values: list[float]) -> Vector:
    return unit(values, "campplus")


def samples(*clips: list[float], first: int = 1, speech_s: float = 6.0) -> list[Sample]:
    """Each of a meeting of its own, a minute after the other."""
    return [
        Sample(UUID(int=at), vector(clip), speech_s, NOON + timedelta(minutes=at), UUID(int=1_000 + at))
        for at, clip in enumerate(clips, first)
    ]


def enrolled(number: int, *clips: list[float], conversations: int | None = None) -> Enrolled:
    made = clusters_of(samples(*clips, first=100 * number), CAMPPLUS)
    centroids = np.stack([one.centroid for one in made])
    there = len(clips) if conversations is None else conversations
    return Enrolled(UUID(int=number), tuple(one.id for one in made), centroids, len(clips), there)


def decided(heard: Heard, *people: Enrolled, strangers: tuple[Vector, ...] = ()) -> Decision:
    return Matcher(people, strangers, Bounds(CAMPPLUS)).decide(heard)


@pytest.mark.parametrize(
    ("values", "model", "told"),
    [
        ([0.1] * 191, "campplus", "gives 192 numbers, not 191"),
        ([0.0] * DIM, "campplus", "zeros"),
        ([1e-9] * DIM, "campplus", "zeros"),
        ([float("nan"), *[0.1] * 191], "campplus", "finite"),
        ([float("inf"), *[0.1] * 191], "campplus", "finite"),
        ([10**400, *[0.1] * 191], "campplus", "finite"),
        ([0.1] * 10_000, "my own model", "16 to 2,048 numbers, not 10,000"),
        ([0.1] * 3, "my own model", "16 to 2,048"),
        (["0.1"] * DIM, "campplus", "list of numbers"),
        ([True] * DIM, "campplus", "list of numbers"),
        ([[0.1]] * DIM, "campplus", "list of numbers"),
        ("0.1", "campplus", "list of numbers"),
        (None, "campplus", "list of numbers"),
    ],
)
def test_what_is_no_embedding_is_refused_with_the_reason(values: object, model: str, told: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        unit(values, model)
    assert told in str(refused.value.errors), refused.value.errors


def test_an_embedding_of_any_size_has_length_one() -> None:
    for scale in (1e-5, 1.0, 1e300):
        found = unit([scale, *[0.0] * 190, -scale], "campplus")
        assert float(found @ found) == pytest.approx(1.0)
    with pytest.raises(InvalidRequest, match="gives 128 numbers, not 64"):
        unit([0.1] * 64, "my own model", known_dim=128)


def test_clusters_are_those_of_the_samples_that_are_left() -> None:
    speakers = Speakers()
    ana = speakers.speaker()
    clips = [speakers.clip(ana, noise=0.4 + 0.05 * (at % 12)) for at in range(40)]
    whole = samples(*clips)
    for gone in (0, 7, 39):
        left = [one for at, one in enumerate(whole) if at != gone]
        anew = clusters_of(samples(*clips)[:gone] + samples(*clips)[gone + 1 :], CAMPPLUS)
        assert [(one.id, one.centroid.tolist()) for one in clusters_of(left, CAMPPLUS)] == [
            (one.id, one.centroid.tolist()) for one in anew
        ]
    assert clusters_of(whole, CAMPPLUS)[0].id == whole[0].id


def test_a_contact_has_at_most_five_clusters_and_fifty_samples() -> None:
    speakers = Speakers()
    ana = speakers.speaker()
    rooms = [speakers.between(ana, speakers.speaker(), 0.55) for _ in range(9)]
    many = samples(speakers.clip(ana, noise=0.1), *(speakers.clip(room, noise=0.1) for room in rooms for _ in range(7)))
    assert len(clusters_of(many, CAMPPLUS)) == MOST_CLUSTERS
    gone = surplus(many, CAMPPLUS)
    assert len(many) - len(gone) == MOST_SAMPLES
    assert many[-1].id not in gone
    far = samples(speakers.clip(ana, noise=0.1), (-ana).tolist())
    (only,) = clusters_of(far, CAMPPLUS)
    assert len(only.samples) == 1  # the outlier is kept, and moves nothing


@pytest.mark.parametrize("cosine", [0.46, 0.55, 0.64, 0.66, 0.70, 0.75])
def test_a_hundred_confirmed_impostors_near_the_border_carry_no_centroid_away(cosine: float) -> None:
    speakers = Speakers()
    ana, other = speakers.speaker(), speakers.speaker()
    own = samples(*(speakers.clip(ana, noise=0.3) for _ in range(6)))
    before = clusters_of(own, CAMPPLUS)[0]
    impostor = speakers.between(ana, other, cosine)
    poison = samples(*(speakers.clip(impostor, noise=0.1) for _ in range(100)), first=50)
    after = {one.id: one.centroid for one in clusters_of([*own, *poison], CAMPPLUS)}
    assert float(after[before.id] @ before.centroid) >= min(DRIFT, CAMPPLUS.auto)
    there = Enrolled(UUID(int=1), (before.id,), after[before.id][None], 6, 6)
    assert decided(Heard(vector(speakers.clip(ana, noise=0.3)), 6.0), there).outcome == "auto"


def test_unknown_voices_are_told_apart() -> None:
    speakers = Speakers()
    first, second = speakers.speaker(), speakers.speaker()
    clips = [speakers.clip(one, noise=0.4) for _ in range(4) for one in (first, second)]
    assert [len(one.samples) for one in unknown_clusters(samples(*clips), CAMPPLUS)] == [4, 4]


def test_what_a_label_needs() -> None:
    speakers = Speakers()
    ana, rui = speakers.speaker(), speakers.speaker()
    clips = [speakers.clip(ana) for _ in range(3)]
    one, other = enrolled(1, *clips), enrolled(2, *(speakers.clip(rui) for _ in range(3)))
    said = vector(speakers.clip(ana))
    assert decided(Heard(said, 6.0), one, other).outcome == "auto"
    assert decided(Heard(said, 6.0), one, other).contact_id == one.contact_id
    assert decided(Heard(said, 6.0), one).outcome == "auto"  # against the model's usual impostor
    assert decided(Heard(said, 4.9), one, other).outcome == "suggest"
    assert decided(Heard(said, 1.9), one, other).outcome == "unknown"
    assert decided(Heard(said, 6.0), enrolled(1, *clips[:2]), other).outcome == "suggest"
    assert decided(Heard(said, 6.0), enrolled(1, *clips, conversations=1), other).outcome == "suggest"
    assert decided(Heard(said, 6.0), one, enrolled(3, *clips)).outcome == "unknown"  # two contacts with one voice
    refused = decided(Heard(said, 6.0, blocked={one.contact_id}, rejected={one.contact_id}), one, other)
    assert (refused.outcome, refused.contact_id) == ("unknown", None)
    assert decided(Heard(said, 6.0)).candidates == ()
    nearly = vector(speakers.between(ana, rui, 0.75).tolist())
    assert decided(Heard(nearly, 6.0), one).outcome == "auto"
    assert decided(Heard(nearly, 6.0, rejected={one.contact_id}), one).outcome == "suggest"
    stranger = vector(speakers.clip(speakers.speaker()))
    assert decided(Heard(stranger, 6.0), one, other).outcome == "unknown"


def test_a_voice_that_was_heard_without_a_name_is_nobody_elses() -> None:
    speakers = Speakers()
    ana = speakers.speaker()
    near = speakers.between(ana, speakers.speaker(), 0.5)
    one = enrolled(1, *(speakers.clip(ana, noise=0.2) for _ in range(3)))
    heard = Heard(vector(speakers.clip(near, noise=0.1)), 6.0)
    assert decided(heard, one).outcome == "suggest"
    assert decided(heard, one, strangers=(vector(near.tolist()),)).outcome == "unknown"
    centre, score = np.asarray(heard.vector, dtype=np.float64), decided(heard, one).score
    for nearer, outcome in ((-0.03, "suggest"), (0.03, "unknown")):  # on a telephone all strangers are rather near
        other = speakers.between(centre, speakers.speaker(), score + nearer)
        assert decided(heard, one, strangers=(vector(other.tolist()),)).outcome == outcome
    own = Heard(vector(speakers.clip(ana, noise=0.2)), 6.0)
    before = vector(speakers.clip(ana, noise=0.2))  # Ana's own, from before she had a name
    assert decided(own, one, strangers=(before,)).outcome == "auto"


def test_being_a_participant_decides_between_two_and_makes_nobody_known() -> None:
    speakers = Speakers()
    ana = speakers.speaker()
    rui = speakers.between(ana, speakers.speaker(), 0.9)
    one = enrolled(1, *(speakers.clip(ana, noise=0.1) for _ in range(3)))
    other = enrolled(2, *(speakers.clip(rui, noise=0.1) for _ in range(3)))
    middle = vector((ana + rui).tolist())
    assert decided(Heard(middle, 6.0), one, other).outcome == "unknown"
    helped = decided(Heard(middle, 6.0, participants={other.contact_id}), one, other)
    assert (helped.outcome, helped.contact_id) == ("suggest", other.contact_id)
    for cosine in (0.1, 0.3, 0.40, 0.44):
        stranger = vector(speakers.between(ana, speakers.speaker(), cosine).tolist())
        alone = enrolled(1, ana.tolist(), ana.tolist(), ana.tolist())
        invited = Heard(stranger, 6.0, participants={alone.contact_id})
        assert decided(invited, alone).outcome == decided(Heard(stranger, 6.0), alone).outcome == "unknown"


def test_normalisation_takes_a_channel_out_and_shifts_a_little_alone() -> None:
    """All of a room's voices sound alike: what is common to the heard one and everybody says nothing."""
    speakers = Speakers()
    people = [speakers.speaker() for _ in range(40)]
    known = [enrolled(at, *(speakers.clip(one) for _ in range(3))) for at, one in enumerate(people, 1)]
    everybody = np.mean(people, axis=0)
    alike = vector((people[0] + 2.0 * everybody / np.linalg.norm(everybody)).tolist())
    (best, *_) = Matcher(known, (), Bounds(CAMPPLUS)).candidates(Heard(alike, 6.0))
    raw = float((best.enrolled.centroids @ alike).max())
    assert raw - 0.1 - 1e-6 <= best.plain < raw


def trials(number: int, genuine: float, impostor: float) -> list[Trial]:
    spread = [0.002 * (at - number / 2) for at in range(number)]
    return [Trial(mean + one, 6.0, own) for own, mean in ((True, genuine), (False, impostor)) for one in spread]


def test_thresholds_follow_thirty_confirmations_of_each_and_stay_near() -> None:
    own = Bounds(CAMPPLUS)
    assert bounds_of(trials(LEAST_OF_EACH - 1, 0.8, 0.3), CAMPPLUS).fit is None
    for genuine, impostor in ((0.9, 0.75), (0.55, 0.30), (0.7, 0.45), (0.8, 0.2)):
        found = bounds_of(trials(40, genuine, impostor), CAMPPLUS)
        assert found.fit is not None
        assert own.auto(6.0) - 0.08 <= found.auto(6.0) <= own.auto(6.0) + 0.12
        assert own.suggest(6.0) - 0.04 <= found.suggest(6.0) <= own.suggest(6.0) + 0.10
    loud, quiet = bounds_of(trials(40, 0.9, 0.75), CAMPPLUS), bounds_of(trials(40, 0.55, 0.30), CAMPPLUS)
    assert quiet.suggest(6.0) < own.suggest(6.0) < loud.suggest(6.0)
    assert bounds_of(trials(40, 0.3, 0.8), CAMPPLUS).auto(6.0) == own.auto(6.0)  # a score that tells nothing


def test_eval_decides_as_the_product_and_models_never_meet() -> None:
    speakers = Speakers()
    ana, rui = speakers.speaker(), speakers.speaker()
    known: list[dict[str, Any]] = [
        {"contact_id": name, "embedding": speakers.clip(who), "speech_s": 8.0}
        for name, who in (("ana", ana), ("rui", rui))
        for _ in range(3)
    ]

    def verdict(probe: list[float], **case: Any) -> dict[str, Any]:
        return voices_verdict({"enrolled": known, "probe": {"embedding": probe, "speech_s": 8.0}, **case})

    found = verdict(speakers.clip(ana), model="campplus")
    assert (found["decision"], found["contact_id"]) == ("auto", "ana")
    assert verdict(speakers.clip(speakers.speaker()))["decision"] == "unknown"
    assert verdict(speakers.clip(ana), enrolled=[])["contact_id"] is None
    with pytest.raises(InvalidRequest):
        verdict([0.1] * 256)
    with pytest.raises(InvalidRequest):
        verdict(speakers.clip(ana), model="ge2e")
