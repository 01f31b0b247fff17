"""What does a SKILL.md say of its skill? YAML between two lines of `---`, then Markdown (agentskills.io).

Lenient with form, as what people publish is (a byte order mark, `description: a: b`, flow lists), strict with what
could be more than text: no anchors, aliases or tags, bounded depth and size, no escape that stands for a character that
nobody sees. Every scalar stays the text that it is.
"""

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

from orchestrator.domain.work.skills.importing.hidden import hidden_in
from orchestrator.domain.work.skills.importing.refusal import Refused
from orchestrator.kit import patterns
from orchestrator.kit.tokens import estimate

FILE = "SKILL.md"
MOST_FRONT_BYTES = 16_000
MOST_NODES = 500
MOST_DEPTH = 4
NAME_CHARACTERS, DESCRIPTION_CHARACTERS, COMPATIBILITY_CHARACTERS = 64, 1024, 500
LICENCE_CHARACTERS = 200
MOST_BODY_TOKENS = 5_000
MOST_TOOLS = 50
KNOWN = ("name", "description", "license", "compatibility", "metadata", "allowed-tools")
RUNS_CODE = frozenset({"hooks", "context", "agent"})
"""Other clients' fields that would start something; kept, and never acted on."""

_FENCE = "---"
_TOOL = patterns.compile(r"[^\s,()\[\]]{1,80}(?:\([^()]{0,200}\))?")
_PLAIN = patterns.compile(r"(?P<key>[A-Za-z][A-Za-z0-9_-]{0,40}):[ \t]+(?P<value>[^\s\"'\[\]{}>|&*!%@`#].*)")


@dataclass(frozen=True)
class Manifest:
    """What the frontmatter says, and the instructions below it. `tools`: what it asks for, as it writes them; `others`:
    fields that are nobody's here, as text."""

    name: str
    description: str
    body: str
    licence: str = ""
    compatibility: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)
    tools: tuple[str, ...] = ()
    others: Mapping[str, str] = field(default_factory=dict)


def manifest_of(text: str) -> Manifest:
    """Raises Refused."""
    front, body = _parted(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    fields = _fields(front)
    name = unicodedata.normalize("NFKC", _text(fields, "name", NAME_CHARACTERS, required=True)).strip()
    if why := wrong_name(name):
        raise Refused(why, FILE)
    body = body.strip()
    if (tokens := estimate(body)) > MOST_BODY_TOKENS:
        raise Refused(
            f"the instructions have some {tokens} tokens, {MOST_BODY_TOKENS} are allowed: move details into files of "
            "the folder",
            FILE,
        )
    if not body:
        raise Refused("there are no instructions below the frontmatter", FILE)
    return Manifest(
        name=name,
        description=_text(fields, "description", DESCRIPTION_CHARACTERS, required=True),
        body=body,
        licence=_text(fields, "license", LICENCE_CHARACTERS, cut=True),
        compatibility=_text(fields, "compatibility", COMPATIBILITY_CHARACTERS, cut=True),
        metadata=_metadata(fields.get("metadata")),
        tools=_tools(fields.get("allowed-tools")),
        others={key: _shown(value) for key, value in fields.items() if key not in KNOWN},
    )


def wrong_name(name: str) -> str:
    """Why this can't be a skill's name; empty where it can."""
    if not 1 <= len(name) <= NAME_CHARACTERS:
        return f"a name has 1 to {NAME_CHARACTERS} characters"
    if not all(letter == "-" or (letter.isalnum() and letter == letter.lower()) for letter in name):
        return f"the name {name!r} may have lower-case letters, digits and hyphens alone"
    if name.startswith("-") or name.endswith("-") or "--" in name:
        return f"the name {name!r} may not begin or end with a hyphen, nor have two together"
    return ""


def _parted(text: str) -> tuple[str, str]:
    lines = text.split("\n")
    if lines[0].rstrip() != _FENCE:
        raise Refused(
            "it does not begin with frontmatter: a line of ---, `name:` and `description:`, a line of ---", FILE
        )
    for at, line in enumerate(lines[1:], start=1):
        if line.rstrip() == _FENCE:
            front = "\n".join(lines[1:at])
            if len(front.encode()) > MOST_FRONT_BYTES:
                raise Refused(f"its frontmatter has over {MOST_FRONT_BYTES} bytes", FILE)
            return front, "\n".join(lines[at + 1 :])
    raise Refused("its frontmatter has no end: a line of ---", FILE)


def _fields(front: str) -> dict[str, Any]:
    try:
        return _loaded(front)
    except yaml.YAMLError as error:
        try:
            return _loaded(_quoted(front))
        except yaml.YAMLError:
            raise Refused(f"its frontmatter is no YAML: {_problem(error)}", FILE) from error


def _quoted(front: str) -> str:
    """Values that stand on the line of their key, and hold what YAML takes for more, as quoted text."""
    lines = []
    for line in front.split("\n"):
        found = _PLAIN.fullmatch(line.rstrip())
        lines.append(f"{found['key']}: {json.dumps(found['value'], ensure_ascii=False)}" if found is not None else line)
    return "\n".join(lines)


def _loaded(front: str) -> dict[str, Any]:
    """Raises yaml.YAMLError, Refused. Looked at as events first: an alias may stand for a billion nodes."""
    nodes = depth = 0
    for event in yaml.parse(front, Loader=yaml.BaseLoader):
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise Refused("its frontmatter has YAML anchors or aliases, which are not allowed", FILE)
        if getattr(event, "tag", None) is not None:
            raise Refused("its frontmatter has YAML tags (!…), which are not allowed", FILE)
        if isinstance(event, yaml.ScalarEvent) and (hidden := next(hidden_in(event.value), None)) is not None:
            raise Refused(f"its frontmatter writes out a character that nobody sees: {hidden[1]}", FILE)
        nodes += isinstance(event, yaml.NodeEvent)
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if nodes > MOST_NODES or depth > MOST_DEPTH:
            raise Refused(f"its frontmatter has over {MOST_NODES} entries, or more than {MOST_DEPTH} levels", FILE)
    fields = yaml.load(front, Loader=_Once)  # noqa: S506  (BaseLoader: text, lists and mappings alone)
    if not isinstance(fields, dict):
        raise Refused("its frontmatter is no list of fields (`name: …`)", FILE)
    return fields


class _Once(yaml.BaseLoader):  # type: ignore[misc]
    """A key that stands twice would let a reviewer read another value than is used."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        del deep  # always
        keys = [str(getattr(key, "value", key)) for key, _ in node.value]
        if len(set(keys)) != len(keys):
            raise Refused("a field of its frontmatter stands there twice", FILE)
        if not all(isinstance(key, yaml.ScalarNode) for key, _ in node.value):
            raise Refused("a field of its frontmatter has no plain name", FILE)
        made: dict[Any, Any] = super().construct_mapping(node, deep=True)
        return made


def _problem(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    where = f" (line {mark.line + 2})" if mark is not None else ""
    return f"{getattr(error, 'problem', None) or 'it can not be read'}{where}"


def _text(fields: Mapping[str, Any], key: str, most: int, *, required: bool = False, cut: bool = False) -> str:
    value = fields.get(key)
    if value is not None and not isinstance(value, str):
        raise Refused(f"`{key}` must be text", FILE)
    text = (value or "").strip()
    if required and not text:
        raise Refused(f"`{key}` is missing", FILE)
    if len(text) > most and not cut:
        raise Refused(f"`{key}` has {len(text)} characters, {most} are allowed", FILE)
    return text[:most]


def _metadata(value: Any) -> dict[str, str]:
    if value in (None, ""):
        return {}
    if not isinstance(value, dict):
        raise Refused("`metadata` must be fields of text", FILE)
    return {str(key): _shown(item) for key, item in value.items()}


def _tools(value: Any) -> tuple[str, ...]:
    if value in (None, ""):
        return ()
    text = " ".join(map(str, value)) if isinstance(value, list) else str(value)
    return tuple(dict.fromkeys(found[0] for found in _TOOL.finditer(text)))[:MOST_TOOLS]


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
