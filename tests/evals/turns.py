"""Are two people who take turns in one clip told apart? By CAM++ and `integrations/voice_embedding/turns.py`, over the
clips of `shared/data/voice/audio`, clean and with noise at 10 dB.

    make evals ARGS="turns --data /work/shared/data/voice/audio"

Prints of each kind of clip the share that is refused; 1 where one person's clip is.
"""

import argparse
import asyncio
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import soundfile

from orchestrator.integrations.voice_embedding.campplus import CampplusEmbedder
from orchestrator.integrations.voice_embedding.port import SAMPLE_RATE, Samples

DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "voice" / "audio"
NOISE = 10 ** (-10 / 20)
Clips = Mapping[str, Sequence[Samples]]


def main(arguments: Sequence[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="tests.evals turns", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--pairs", type=int, default=25)
    given = parser.parse_args(arguments)
    clips = _clips(given.data)
    wrong = 0
    for noisy in (False, True):
        print("noise 10 dB" if noisy else "clean")
        for kind, (refused, all_of_it) in asyncio.run(_refused(clips, given.pairs, noisy=noisy)).items():
            print(f"  {kind:<24}{refused:>4} of {all_of_it} refused")
            wrong += refused if kind.startswith("one") else 0
    return 1 if wrong else 0


def _clips(folder: Path) -> Clips:
    """By speaker."""
    found: defaultdict[str, list[Samples]] = defaultdict(list)
    for file in sorted(folder.glob("*.flac")):
        found[file.name.split("-")[0]].append(soundfile.read(file, dtype="float32")[0])
    return found


async def _refused(clips: Clips, pairs: int, *, noisy: bool) -> dict[str, tuple[int, int]]:
    embedder, noise = CampplusEmbedder(), np.random.default_rng(1)
    found: defaultdict[str, list[bool]] = defaultdict(list)
    for kind, samples in _made(clips, pairs):
        added = noise.normal(size=len(samples)) * np.sqrt((samples**2).mean()) * NOISE if noisy else 0.0
        told = await embedder.embed((samples + added).astype(np.float32), told_apart=True)
        found[kind].append(told is not None and told.mixed)
    await embedder.close()
    return {kind: (sum(each), len(each)) for kind, each in found.items()}


def _made(clips: Clips, pairs: int) -> Iterator[tuple[str, Samples]]:
    chance, turn = random.Random(1), 3 * SAMPLE_RATE
    for own in clips.values():
        yield from (("one person, one clip", each) for each in own)
        if len(own) > 1:
            yield from (("one person, three clips", np.concatenate(chance.sample(own, 3))) for _ in range(5))
    for _ in range(pairs):
        one, other = (chance.choice(clips[each]) for each in chance.sample(sorted(clips), 2))
        yield "two, one after the other", np.concatenate([one, other])
        yield "two, turns of 3 s", np.concatenate([one[:turn], other[:turn], one[turn:], other[turn:]])
        both = min(len(one), len(other))
        yield "two at once", (one[:both] + other[:both]) / 2
