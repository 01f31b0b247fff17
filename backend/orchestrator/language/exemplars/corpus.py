"""Which exemplars are there of a task, and which of them is a model never trained with?

`data/<tag>/exemplars/<task>.jsonl`: `{"text", "label"}` a line, and `"features"` where the task has some of its own.
`{thing}` in a text stands for what `slots.toml` beside it lists under that name: a model is to learn the sentence, not
the things that it was told of. `{Thing}` begins with a capital; `(at|on|)` stands for one of these. A task may have
slots of its own, in `<task>.toml`.
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
CHOSEN: Final = 8
"""So often a text with alternatives, each time with others."""
_SLOT = patterns.compile(r"\{([A-Za-z]+)\}")
_CHOICE = patterns.compile(r"\(([^()|]*\|[^()]*)\)")
_DEEPEST: Final = 3
"""Alternatives within alternatives."""


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
        path, slots = path_of(language, task, data), _slots_path(language, task, data)
        if path.is_file():
            digest.update(path.read_bytes())
            if slots.is_file() and _SLOT.search(path.read_text("utf-8")):
                digest.update(slots.read_bytes())
    return digest.hexdigest()


def exemplars_of(task: str, data: Path = DATA) -> tuple[Exemplar, ...]:
    """All of a task, slots filled. Raises ValueError, with file and line, for one that is not as it should be."""
    found: list[Exemplar] = []
    for language in LANGUAGES:
        path, slots = path_of(language, task, data), _slots(language, task, data)
        if path.is_file():
            found += [filled for one in _written(path, language) for filled in _filled(one, slots)]
    return tuple(found)


def written(task: str, language: Language, data: Path = DATA) -> tuple[Exemplar, ...]:
    """Those of a language as they stand in its file, slots and all."""
    path = path_of(language, task, data)
    return tuple(_written(path, language)) if path.is_file() else ()


def fillings(task: str, language: Language, data: Path = DATA) -> Mapping[str, Sequence[str]]:
    """What stands for each slot of the exemplars of a language, by the name of the slot."""
    return _slots(language, task, data)


def _written(path: Path, language: Language) -> Iterator[Exemplar]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        try:
            told = json.loads(line)
            text, label, features = told["text"], told["label"], tuple(told.get("features", ()))
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path.name} ({language}), line {number}: {error!r}") from error
        yield Exemplar(text, label, language, features, held=zlib.crc32(text.encode()) % HELD_OUT == 0)


def _slots_path(language: Language, task: str, data: Path) -> Path:
    own = data / language / "exemplars" / f"{task}.toml"
    return own if own.is_file() else own.with_name("slots.toml")


def _slots(language: Language, task: str, data: Path) -> Mapping[str, Sequence[str]]:
    path = _slots_path(language, task, data)
    if not path.is_file():
        return {}
    told = parsed(path.read_text("utf-8"), where=f"{language}/exemplars/{path.name}")
    return {name: [" ".join(one.split()) for one in str(listed).split(";")] for name, listed in told.items()}


def _filled(one: Exemplar, slots: Mapping[str, Sequence[str]]) -> Iterator[Exemplar]:
    choices = _CHOICE.search(one.text) is not None
    if not choices and _SLOT.search(one.text) is None:
        yield one
        return
    told = set[str]()
    for turn in range(CHOSEN if choices else FILLED):
        text = one.text
        for deep in range(_DEEPEST if choices else 0):
            text = _CHOICE.sub(partial(_alternative, f"{turn} {deep} {one.text}"), text)
        text = _SLOT.sub(partial(_choice, slots, f"{turn} {one.text}"), text)
        text = " ".join(text.split()) if choices else text
        if text not in told:
            told.add(text)
            yield replace(one, text=text)


def _alternative(by: str, choice: patterns.Match) -> str:
    listed = choice[1].split("|")
    return str(listed[zlib.crc32(f"{choice.start()} {by}".encode()) % len(listed)])


def _choice(slots: Mapping[str, Sequence[str]], by: str, slot: patterns.Match) -> str:
    name = slot[1].casefold()
    if name not in slots:
        raise ValueError(f"slots.toml lists no {{{name}}}")
    listed = slots[name]
    told = listed[zlib.crc32(f"{slot.start()} {by}".encode()) % len(listed)]
    return told if slot[1] == name else told[:1].upper() + told[1:]
