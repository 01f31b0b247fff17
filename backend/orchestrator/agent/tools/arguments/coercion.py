"""Which value did the model mean, where the schema does not admit the one it wrote?"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from orchestrator.agent.tools.arguments.schema import Contract, View, bounded, listed
from orchestrator.llm.loose_json import (
    Unsound,
    is_absent,
    near_options,
    other_notations,
    parse_array,
    parse_object,
    plain_copy,
)
from orchestrator.llm.text_calls import fold_name

TOLD_FAULT = 160
"""Characters of what is wrong that are told."""
MAX_PROBLEMS = 3
"""Told at once: more than a small model mends in one go."""
_MAX_SHOWN_CHARS = 60
"""Of a value that is quoted back."""
_MAX_STEPS = 2000
"""Schema nodes visited for one call: recursive unions would else multiply."""
_MAX_DEPTH = 24
"""Of values that are repaired; deeper ones must be right as they are."""
_MAX_REFUSALS = 30
"""Sentences formed for one call; most are for alternatives and are never shown."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A value that may be admitted, with what was changed; or, where `problems` are named, no value."""

    value: Any
    repairs: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


class Fitting:
    """Which value did the model mean, where the schema does not admit the one it wrote?

    Follows the schema into the value and changes only what is not admitted. Where two results are equally near there is
    none.
    """

    def __init__(self, contract: Contract) -> None:
        self._contract = contract
        self._steps = 0
        self._refusals = 0

    def fit(self, value: Any, node: Any, path: str = "", depth: int = 0) -> Fit:
        """The value as the schema node wants it; `path` is where it stands, for sentences."""
        self._steps += 1
        if self._contract.admits_at(value, node):
            return Fit(value)
        view = self._contract.view(node)
        fit = None
        if depth <= _MAX_DEPTH and self._steps <= _MAX_STEPS:
            if view.choices:
                fit = self._chosen(value, view, path, depth)
            elif view.options is not None:
                fit = self._noted(near_options(value, view.options), node, path)
            elif view.kind == "object":
                fit = self._object(value, view, path, depth)
            elif view.kind == "array":
                fit = self._array(value, view, path, depth)
            else:
                fit = self._noted(_near_scalars(value, view.kind), node, path)
        if fit is not None:
            return fit
        return Fit(None, problems=(self._refusal(value, node, path, depth),))

    def _refusal(self, value: Any, node: Any, path: str, depth: int) -> str:
        self._refusals += 1
        subject = f"Parameter '{bounded(path, _MAX_SHOWN_CHARS)}'" if path else "The value"
        if self._refusals > _MAX_REFUSALS and depth > 1:
            return f"{subject} is wrong."
        broken = self._contract.broken_bound(value, node)
        if broken:
            return f"{subject} can't be used: {bounded(broken, TOLD_FAULT)}."
        return f"{subject} must be {self._contract.wanted(node)}, not {_shown(value)}."

    def _noted(self, candidates: list[Any], node: Any, path: str) -> Fit | None:
        admitted = [candidate for candidate in candidates if self._contract.admits_at(candidate, node)]
        return Fit(admitted[0], (f"'{path}' was read as {_shown(admitted[0])}.",)) if admitted else None

    def _chosen(self, value: Any, view: View, path: str, depth: int) -> Fit | None:
        """The nearest result of the alternatives, if only one is nearest."""
        fits = [self.fit(value, choice, path, depth + 1) for choice in view.choices]
        found = [fit for fit in fits if not fit.problems]
        if found:
            least = min(len(fit.repairs) for fit in found)
            nearest = {_identity(fit.value): fit for fit in found if len(fit.repairs) == least}
            return nearest.popitem()[1] if len(nearest) == 1 else None
        # An alternative of the value's own type can say what is wrong inside.
        kind = "object" if isinstance(value, dict) else "array" if isinstance(value, list) else None
        inner = [
            fit
            for fit, choice in zip(fits, view.choices, strict=True)
            if kind and self._contract.view(choice).kind == kind
        ]
        return inner[0] if len(inner) == 1 else None

    def _object(self, value: Any, view: View, path: str, depth: int) -> Fit | None:
        if isinstance(value, str):
            return self._from_text(_plain(parse_object(value)), view, path, depth)
        if not isinstance(value, dict):
            return None
        given, repairs, problems = _renamed(value, view, path)
        missing = [name for name in view.properties if name in view.required and name not in given]
        problems = [_missing(missing, view, path)] * bool(missing) + problems
        result: dict[str, Any] = {}
        for name, item in given.items():
            fit = self.fit(item, view.of(name), _joined(path, name), depth + 1)
            if fit.problems and name in view.properties and name not in view.required and is_absent(item):
                repairs.append(f"'{_joined(path, name)}' had no value and was left out.")
                continue
            result[name] = fit.value
            repairs.extend(fit.repairs)
            problems.extend(fit.problems)
        return Fit(result, tuple(repairs), tuple(problems))

    def _array(self, value: Any, view: View, path: str, depth: int) -> Fit | None:
        if isinstance(value, list):
            fits: list[Fit] = []
            for index, item in enumerate(value):
                fits.append(self.fit(item, view.items, f"{path}[{index}]", depth + 1))
                if fits[-1].problems:
                    return fits[-1]
            return Fit([fit.value for fit in fits], tuple(repair for fit in fits for repair in fit.repairs))
        if is_absent(value):
            return None
        if isinstance(value, str) and value.lstrip().startswith("["):
            return self._from_text(_plain(parse_array(value)), view, path, depth)
        fit = self.fit(value, view.items, path, depth + 1)
        return None if fit.problems else Fit([fit.value], (*fit.repairs, f"'{path}' was made a list of one."))

    def _from_text(self, parsed: Any, view: View, path: str, depth: int) -> Fit | None:
        if parsed is None:
            return None
        inner = (self._object if view.kind == "object" else self._array)(parsed, view, path, depth + 1)
        return inner and Fit(inner.value, (f"'{path}' was read from a JSON text.", *inner.repairs), inner.problems)


def _renamed(value: Mapping[str, Any], view: View, path: str) -> tuple[dict[str, Any], list[str], list[str]]:
    """The object under the schema's own spelling of its keys, with repairs and problems."""
    result: dict[str, Any] = {}
    repairs: list[str] = []
    problems: list[str] = []
    spelled: dict[str, list[str]] = {}
    for name in view.properties:
        spelled.setdefault(fold_name(name), []).append(name)
    for key, item in value.items():
        near = [] if key in view.properties else spelled.get(fold_name(key) or key, [])
        name = near[0] if len(near) == 1 else key
        where = bounded(_joined(path, key), _MAX_SHOWN_CHARS)
        if name != key and (name in value or name in result):
            problems.append(f"Parameter '{name}' is given twice, also as '{where}'. Give it once.")
        elif view.of(name) is False:
            problems.append(f"Parameter '{where}' is unknown. {view.known(key)}")
        else:
            result[name] = item
            repairs += [f"'{where}' was read as '{name}'."] if name != key else []
        if len(problems) >= MAX_PROBLEMS:
            break
    return result, repairs, problems


def _missing(names: Sequence[str], view: View, path: str) -> str:
    subject = "Parameter" if len(names) == 1 else "Parameters"
    verb = "is" if len(names) == 1 else "are"
    quoted = listed(f"'{_joined(path, name)}'" for name in names)
    return f"{subject} {quoted} {verb} missing. {view.known()}"


def _near_scalars(value: Any, kind: str | None) -> list[Any]:
    stripped = [value.strip()] if isinstance(value, str) else []
    only = value if isinstance(value, list) and len(value) == 1 else []
    return [*stripped, *only, *other_notations(value, kind)]


def _plain(parsed: Any) -> Any:
    """What was parsed out of a text inside the arguments, storable; None where it can't be."""
    try:
        return plain_copy(parsed)[0]
    except Unsound:
        return None


def _identity(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _shown(value: Any) -> str:
    return bounded(json.dumps(value, ensure_ascii=False), _MAX_SHOWN_CHARS)
