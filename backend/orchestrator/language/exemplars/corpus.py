"""Which exemplars are there of a task, and which of them is a model never trained with?

`data/<tag>/exemplars/<task>.jsonl`: `{"text", "label"}` a line, and `"features"` where the task has some of its own.
`{thing}` in a text stands for what `slots.toml` beside it lists under that name: a model is to learn the sentence, not
the things that it was told of. `{Thing}` begins with a capital.
"""

import hashlib
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from orchestrator.kit import patterns
from orchestrator.language.tables import DATA, LANGUAGES, Language, parsed

HELD_OUT: Final = 10
"""One in so many is kept for the measure."""
FILLED: Final = 3
"""So often is a text with slots told, each time with other things."""
_SLOT = patterns.compile(r"\{([A-Za-z]+)\}")


@dataclass(frozen=True, slots=True)
class Exemplar:
    """A text and what it is. `held`: no model is trained with it."""

    text: str
    label: str
    language: Language
    features: tuple[str, ...] = ()
    held: bool = False


def path_of(language: Language, task: str, data: Path = DATA) -> Path:
    """Where the exemplars of a task are in a language."""
    return data / language / "exemplars" / f"{task}.jsonl"


def tasks(data: Path = DATA) -> tuple[str, ...]:
    """The tasks that have exemplars in any language."""
    return tuple(
        sorted({path.stem for language in LANGUAGES for path in path_of(language, "", data).parent.glob("*.jsonl")})
    )


def digest_of(task: str, data: Path = DATA) -> str:
    """Of all that a model of the task is made of; a language without exemplars of it adds nothing."""
    digest = hashlib.sha256()
    for language in LANGUAGES:
        for path in (path_of(language, task, data), _slots_path(language, data)):
            if path.is_file():
                digest.update(path.read_bytes())
    return digest.hexdigest()


def exemplars_of(task: str, data: Path = DATA) -> tuple[Exemplar, ...]:
    """All of a task, slots filled. Raises ValueError, with file and line, for one that is not as it should be."""
    found: list[Exemplar] = []
    for language in LANGUAGES:
        path, slots = path_of(language, task, data), _slots(language, data)
        if path.is_file():
            found += [filled for one in _written(path, language) for filled in _filled(one, slots)]
    return tuple(found)


def _written(path: Path, language: Language) -> Iterator[Exemplar]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        try:
            told = json.loads(line)
            text, label, features = told["text"], told["label"], tuple(told.get("features", ()))
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path.name} ({language}), line {number}: {error!r}") from error
        yield Exemplar(text, label, language, features, held=zlib.crc32(text.encode()) % HELD_OUT == 0)


def _slots_path(language: Language, data: Path) -> Path:
    return data / language / "exemplars" / "slots.toml"


def _slots(language: Language, data: Path) -> Mapping[str, Sequence[str]]:
    path = _slots_path(language, data)
    if not path.is_file():
        return {}
    told = parsed(path.read_text("utf-8"), where=f"{language}/exemplars/{path.name}")
    return {name: [" ".join(one.split()) for one in str(listed).split(";")] for name, listed in told.items()}


def _filled(one: Exemplar, slots: Mapping[str, Sequence[str]]) -> Iterator[Exemplar]:
    if _SLOT.search(one.text) is None:
        yield one
        return
    for turn in range(FILLED):
        yield replace(one, text=_SLOT.sub(partial(_choice, slots, f"{turn} {one.text}"), one.text))


def _choice(slots: Mapping[str, Sequence[str]], by: str, slot: patterns.Match) -> str:
    name = slot[1].casefold()
    if name not in slots:
        raise ValueError(f"slots.toml lists no {{{name}}}")
    listed = slots[name]
    told = listed[zlib.crc32(f"{slot.start()} {by}".encode()) % len(listed)]
    return told if slot[1] == name else told[:1].upper() + told[1:]
