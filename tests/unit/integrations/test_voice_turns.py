"""Is a clip in which two people take turns told from one person's?"""

import numpy as np
import pytest
from tests.support.voices import Speakers

from orchestrator.integrations.voice_embedding.turns import parted


def pieces(speakers: Speakers, *centres: object) -> list[np.ndarray]:
    return [np.array(speakers.clip(np.asarray(one), noise=0.7)) for one in centres]


@pytest.mark.parametrize("order", ["AAAABBBB", "ABABAB", "AAABAA", "AB"])
def test_two_voices_part_whatever_the_order_of_their_turns(order: str) -> None:
    speakers = Speakers()
    voices = {"A": speakers.speaker(), "B": speakers.speaker()}
    two = parted(pieces(speakers, *(voices[one] for one in order)))
    alone = parted(pieces(speakers, *(voices["A"] for _ in order)))
    assert two < 0.5 < alone


@pytest.mark.parametrize("given", [[], [np.array([1.0, 0.0])], [np.array([1.0, 0.0])] * 5])
def test_where_there_is_nothing_to_part_it_is_one(given: list[np.ndarray]) -> None:
    assert parted(given) == pytest.approx(1.0)
