"""What should whoever approves a skill look at? Found by code in all of its files, each with its place.

Most of what is wrong with published skills is prose (a "prerequisite" that pipes a download into a shell), so prose is
looked through as code is. Findings grant and refuse nothing: they are what the review shows first. What can't be shown
(hidden characters) is refused before.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from orchestrator.domain.work.skills.importing.archive import Folder, SkillFile
from orchestrator.domain.work.skills.importing.manifest import FILE, RUNS_CODE, Manifest
from orchestrator.kit import patterns
from orchestrator.kit.package_texts import package_text
from orchestrator.kit.text import shorten

Severity = Literal["danger", "warning", "note"]
MOST_FINDINGS = 200
MOST_OF_A_KIND = 20
"""In one file."""
EXCERPT_CHARACTERS = 200
LINE_CHARACTERS = 2_000
"""Of a line that is looked at: what is longer is minified, and told so."""
SCRIPT_ENDINGS = (
    *(".py", ".sh", ".bash", ".zsh", ".fish", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".php", ".lua", ".r"),
    *(".ps1", ".bat", ".cmd", ".vbs", ".command", ".swift", ".go", ".rs", ".jl", ".awk"),
)


def _patterns() -> tuple[tuple[str, Severity, patterns.LinearPattern], ...]:
    """The table `review.toml`, in its order."""
    table = tomllib.loads(package_text(__name__, "review.toml"))
    words = table["words"]
    return tuple(
        (one["code"], one["severity"], patterns.compile("(?i)" + _with_words(one["pattern"], words)))
        for one in table["finding"]
    )


def _with_words(pattern: str, words: Mapping[str, str]) -> str:
    for name, meant in words.items():
        pattern = pattern.replace(f"<<{name}>>", f"(?:{meant})")
    return pattern


_PATTERNS = _patterns()
_URL = patterns.compile(r"https?://[^\s<>\"'`)\]}]{1,300}")
_SHELL_LINE = patterns.compile(r"\s*(?:\$|>|#)\s+(?P<line>[a-z./][^\n]{0,300})")
_FENCE = patterns.compile(r"\s*(?:```|~~~)\s*(?P<of>[A-Za-z0-9]*)")
_SHELL_FENCES = frozenset({"bash", "sh", "shell", "zsh", "console", "terminal", "powershell", "cmd", "fish"})
_RESTRICTED = patterns.compile(
    r"(?i)all rights reserved|proprietary|may not (?:be )?(?:copied|cop(?:y|ies)|redistribut\w+|distribut\w+|retain)"
)
_ORDER: dict[Severity, int] = {"danger": 0, "warning": 1, "note": 2}


@dataclass(frozen=True)
class Finding:
    """`line` counts from 1 in `path`; 0: the file as a whole. `text`: what stands there, shortened."""

    code: str
    severity: Severity
    path: str
    line: int
    text: str


def findings_of(folder: Folder, manifest: Manifest) -> list[dict[str, Any]]:
    """All findings as JSON, the gravest first."""
    found = list(_of_manifest(folder, manifest))
    for file in folder.files:
        found += _of_file(file)
    found.sort(key=lambda one: (_ORDER[one.severity], one.path != FILE, one.path, one.line))
    left = len(found) - MOST_FINDINGS
    if left > 0:
        found[MOST_FINDINGS:] = [Finding("more", "warning", "", 0, f"{left} more findings")]
    return [asdict(one) for one in found]


def is_script(file: SkillFile) -> bool:
    """Whether it is meant to be run."""
    return file.path.lower().endswith(SCRIPT_ENDINGS) or file.content.startswith(b"#!")


def _of_manifest(folder: Folder, manifest: Manifest) -> Iterator[Finding]:
    if folder.skill.content.startswith("\ufeff".encode()):
        yield Finding("byte_order_mark", "note", FILE, 1, "the file begins with one")
    if folder.name and folder.name != manifest.name:
        yield Finding("folder_name", "note", FILE, 0, f"it came in the folder {folder.name}, not {manifest.name}")
    for name in manifest.tools:
        yield Finding("tool_requested", "note", FILE, 0, name)
    for name, value in manifest.others.items():
        code, severity = ("inert_field", "warning") if name in RUNS_CODE else ("unknown_field", "note")
        yield Finding(code, "warning" if severity == "warning" else "note", FILE, 0, _cut(f"{name}: {value}"))
    if not manifest.licence and not any(_is_licence(one.path) for one in folder.files):
        yield Finding("no_licence", "note", FILE, 0, "it names no licence")
    restricted = [one for one in folder.files if _is_licence(one.path) and _RESTRICTED.search(one.text or "")]
    if restricted or _RESTRICTED.search(manifest.licence):
        where = restricted[0].path if restricted else FILE
        yield Finding("restricted_licence", "warning", where, 0, _cut(manifest.licence or "see the file"))
    for path in folder.dropped[:MOST_OF_A_KIND]:
        yield Finding("left_out", "note", path, 0, "left by a system, not taken in")


def _is_licence(path: str) -> bool:
    return path.rpartition("/")[2].upper().startswith(("LICENSE", "LICENCE", "COPYING", "NOTICE"))


def _of_file(file: SkillFile) -> list[Finding]:
    if file.text is None:
        return [Finding("not_text", "note", file.path, 0, f"{len(file.content)} bytes that are no text")]
    found = [Finding("script", "note", file.path, 0, "runs in the sandbox alone")] if is_script(file) else []
    if _is_licence(file.path):
        return found
    counts: dict[str, int] = {}
    for one in _of_lines(file.path, file.text.split("\n")):
        counts[one.code] = counts.get(one.code, 0) + 1
        if counts[one.code] <= MOST_OF_A_KIND:
            found.append(one)
    return found


def _of_lines(path: str, lines: Sequence[str]) -> Iterator[Finding]:
    fenced: str | None = None
    urls: set[str] = set()
    for number, whole in enumerate(lines, start=1):
        line = whole[:LINE_CHARACTERS]
        if len(whole) > LINE_CHARACTERS:
            yield Finding("long_line", "warning", path, number, f"{len(whole)} characters, looked at in part")
        seen: set[str] = set()
        for code, severity, pattern in _PATTERNS:
            if code not in seen and pattern.search(line):
                seen.add(code)
                yield Finding(code, severity, path, number, _cut(line))
        for match in _URL.finditer(line):
            if match[0] not in urls:
                urls.add(match[0])
                yield Finding("url", "note", path, number, _cut(match[0]))
        fence = _FENCE.match(line)
        if fence is not None:
            fenced = fence["of"].lower() if fenced is None else None
        elif (fenced in _SHELL_FENCES and line.strip()) or (fenced is None and _prompted(line)):
            yield Finding("shell_line", "note", path, number, _cut(line))


def _prompted(line: str) -> bool:
    found = _SHELL_LINE.fullmatch(line)
    return found is not None and line.lstrip().startswith("$")


def _cut(line: str) -> str:
    return shorten(line.strip(), EXCERPT_CHARACTERS)
