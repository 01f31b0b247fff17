"""Is a clip in which two people take turns told from one person's?"""

import numpy as np
import pytest
from tests.support.voices import Speakers

from orchestrator.integrations.voice_embedding.turns import APART, Vector, parting, two_voices


def pieces(speakers: Speakers, *centres: Vector, noise: float = 0.7, channel: float = 0.0) -> list[Vector]:
    """`channel`: of what all pieces have in common besides, as those of one telephone."""
    shared = np.ones(len(centres[0])) / len(centres[0]) ** 0.5
    made = [np.array(speakers.clip(one, noise=noise)) + channel * shared for one in centres]
    return [one / np.linalg.norm(one) for one in made]


@pytest.mark.parametrize("order", ["AAAABBBB", "ABABAB", "AAABAA", "AB"])
def test_two_voices_part_whatever_the_order_of_their_turns(order: str) -> None:
    speakers = Speakers()
    voices = {"A": speakers.speaker(), "B": speakers.speaker()}
    assert two_voices(pieces(speakers, *(voices[one] for one in order)))
    assert not two_voices(pieces(speakers, *(voices["A"] for _ in order)))


@pytest.mark.parametrize("seed", range(5))
def test_on_a_channel_that_makes_all_alike_it_is_told_by_how_much_closer_each_group_is(seed: int) -> None:
    speakers = Speakers(seed)
    one, other = speakers.speaker(), speakers.speaker()
    mixed = pieces(speakers, *[one, other] * 3, noise=0.4, channel=0.6)
    assert parting(mixed).middles > APART
    assert two_voices(mixed)
    assert not two_voices(pieces(speakers, *[one] * 6, noise=0.4, channel=0.6))


@pytest.mark.parametrize("given", [[], [np.array([1.0, 0.0])], [np.array([1.0, 0.0])] * 5])
def test_where_there_is_nothing_to_part_it_is_one(given: list[Vector]) -> None:
    assert parting(given).middles == pytest.approx(1.0)
    assert not two_voices(given)
