"""What did a pattern find, and where: a match as `re` has them, its groups by number and by name."""

from collections.abc import Mapping, Sequence
from typing import Any

_ESCAPES = {"n": "\n", "t": "\t"}


class Found:
    """A match in a text. `spans`: where the whole and each group stand, in characters; (-1, -1): it took no part.
    `names`: the numbers of the groups that have one."""

    __slots__ = ("_names", "_spans", "string")

    def __init__(self, string: str, spans: Sequence[tuple[int, int]], names: Mapping[str, int]) -> None:
        self.string = string
        self._spans, self._names = spans, names

    @property
    def lastindex(self) -> int | None:
        """The group that ended last, the outermost of several; None where none took part."""
        ends = [end for _, end in self._spans[1:]]
        last = max(ends, default=-1)
        return ends.index(last) + 1 if last >= 0 else None

    @property
    def lastgroup(self) -> str | None:
        last = self.lastindex
        return next((name for name, number in self._names.items() if number == last), None)

    def span(self, group: int | str = 0) -> tuple[int, int]:
        """Raises IndexError: there is no such group."""
        if isinstance(group, str):
            if group not in self._names:
                raise IndexError(f"no such group: {group}")
            group = self._names[group]
        if not 0 <= group < len(self._spans):
            raise IndexError(f"no such group: {group}")
        return self._spans[group]

    def start(self, group: int | str = 0) -> int:
        return self.span(group)[0]

    def end(self, group: int | str = 0) -> int:
        return self.span(group)[1]

    def __getitem__(self, group: int | str) -> Any:
        start, end = self.span(group)
        return self.string[start:end] if start >= 0 else None

    def group(self, *groups: int | str) -> Any:
        if len(groups) < 2:
            return self[groups[0] if groups else 0]
        return tuple(self[group] for group in groups)

    def groups(self, default: Any = None) -> tuple[Any, ...]:
        return tuple(default if start < 0 else self.string[start:end] for start, end in self._spans[1:])

    def groupdict(self, default: Any = None) -> dict[str, Any]:
        return {name: default if self.start(name) < 0 else self[name] for name in self._names}

    def expand(self, template: str) -> str:
        r"""The template with `\1` and `\g<name>` put in; a doubled backslash is one."""
        pieces: list[str] = []
        place = 0
        while (slash := template.find("\\", place)) >= 0:
            pieces.append(template[place:slash])
            if template.startswith("g<", slash + 1):
                end = template.index(">", slash)
                name = template[slash + 3 : end]
                pieces.append(self[int(name) if name.isdecimal() else name] or "")
                place = end + 1
            elif template[slash + 1 : slash + 2].isdecimal():
                pieces.append(self[int(template[slash + 1])] or "")
                place = slash + 2
            else:
                letter = template[slash + 1 : slash + 2]
                pieces.append(_ESCAPES.get(letter, letter))
                place = slash + 2
        return "".join([*pieces, template[place:]])
