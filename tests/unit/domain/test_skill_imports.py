"""What may come in as a skill, and what a reviewer is shown of it."""

import io
import stat
import zipfile
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.corpora import corpus
from tests.support.skill_files import archive, skill_md

from orchestrator.domain.work.skills.importing import archive as archives
from orchestrator.domain.work.skills.importing.hidden import hidden_in, shown
from orchestrator.domain.work.skills.importing.manifest import manifest_of
from orchestrator.domain.work.skills.importing.reading import read
from orchestrator.domain.work.skills.importing.refusal import Refused
from orchestrator.domain.work.skills.shipped import looks_alike, looks_like, shipped
from orchestrator.worker_processes.task import Given

PROGRAM = b"\x7fELF\x02\x01\x01\0" + bytes(100)


def told(data: bytes) -> dict[str, Any]:
    parts = list(read(Given(None, data)))
    return dict(parts[-1] if "refused" in parts[-1] else parts[0])


def findings(files: Mapping[str, str | bytes]) -> list[tuple[str, str]]:
    made = told(archive(files))
    assert "refused" not in made, made
    return [(one["code"], one["path"]) for one in made["findings"]]


@corpus("skill_archives", "refused")
def test_such_a_file_is_refused(path: str, content: str, expected: str) -> None:
    made = told(archive({"SKILL.md": skill_md(), path: content}))
    assert expected in made["refused"]


@pytest.mark.parametrize(
    ("kind", "why"),
    [(stat.S_IFLNK | 0o777, "no regular file"), (stat.S_IFCHR | 0o600, "no regular file"),
     (stat.S_IFIFO | 0o600, "no regular file"), (stat.S_IFREG | 0o4755, "setuid")],
)  # fmt: skip
def test_what_is_no_plain_file_is_refused(kind: int, why: str) -> None:
    assert why in told(archive({"SKILL.md": skill_md()}, mode=kind))["refused"]


@pytest.mark.parametrize(
    "content",
    [PROGRAM, b"MZ" + bytes(50), b"PK\x03\x04" + bytes(50), b"\x1f\x8b\x08" + bytes(50), bytes(257) + b"ustar\0",
     b"\0asm" + bytes(8)],
)  # fmt: skip
def test_programs_and_archives_within_are_refused(content: bytes) -> None:
    assert "refused" in told(archive({"SKILL.md": skill_md(), "assets/logo.png": content}))


def test_pictures_are_taken_and_told() -> None:
    assert ("not_text", "logo.png") in findings({"SKILL.md": skill_md(), "logo.png": b"\x89PNG\r\n\x1a\n\0\0\0"})


def test_ten_thousand_files_are_refused_before_one_is_read() -> None:
    made = told(archive({"SKILL.md": skill_md(), **{f"f/{n}.txt": "" for n in range(10_000)}}))
    assert "10001 entries" in made["refused"]


def test_a_bomb_is_not_unpacked() -> None:
    assert "over 1 MB" in told(archive({"SKILL.md": skill_md(), "zeros.txt": b"a" * 300_000_000}))["refused"]
    many = {f"{n}.txt": b"a" * 900_000 for n in range(8)}
    assert "over 5 MB" in told(archive({"SKILL.md": skill_md(), **many}))["refused"]


def test_a_size_that_an_entry_lies_about_is_not_believed() -> None:
    whole = bytearray(archive({"SKILL.md": skill_md(), "big.txt": b"a" * 3_000_000}))
    size = (3_000_000).to_bytes(4, "little")
    assert whole.count(size) == 2
    assert "refused" in told(bytes(whole.replace(size, (10).to_bytes(4, "little"))))


def test_a_name_that_stands_twice_is_refused() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as zipped:
        zipped.writestr("SKILL.md", skill_md(body="Be kind."))
        with pytest.warns(UserWarning, match="Duplicate"):
            zipped.writestr("SKILL.md", skill_md(body="Be cruel."))
    assert "twice" in told(made.getvalue())["refused"]


@corpus("skill_archives", "frontmatter")
def test_such_frontmatter_is_refused(text: str, expected: str) -> None:
    with pytest.raises(Refused) as refused:
        manifest_of(text)
    assert expected in str(refused.value)


def test_a_bomb_of_aliases_is_refused_at_its_first() -> None:
    lines = [
        "a: &a [x,x,x,x,x,x,x,x,x]",
        *(f"{b}: &{b} [*{a},*{a},*{a}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True)),
    ]
    with pytest.raises(Refused, match="anchors"):
        manifest_of("---\nname: a\ndescription: b\n" + "\n".join(lines) + "\n---\nx")


@corpus("skill_archives", "lenient")
def test_what_people_publish_is_read(text: str, description: str, tools: list[str]) -> None:
    found = manifest_of(text)
    assert (found.name, found.description, list(found.tools)) == ("a-b", description, tools)


@corpus("skill_archives", "found")
def test_a_reviewer_is_shown(line: str, code: str) -> None:
    assert (code, "SKILL.md") in findings({"SKILL.md": skill_md(body=line)})


@corpus("skill_archives", "not_found")
def test_an_honest_line_is_no_danger(line: str) -> None:
    made = told(archive({"SKILL.md": skill_md(body=line)}))
    assert [one for one in made["findings"] if one["severity"] == "danger"] == []


@corpus("skill_archives", "hidden")
def test_characters_that_nobody_sees(text: str, hidden: bool) -> None:
    assert bool(list(hidden_in(text))) is hidden
    assert ("⟨U+" in shown(text)) is hidden
    refused = told(archive({"SKILL.md": skill_md(body=text)})).get("refused", "")
    assert ("nobody sees" in refused) is hidden


def test_the_digest_is_that_of_all_files_whatever_their_order() -> None:
    files = {"SKILL.md": skill_md(), "a/b.txt": "1", "a.txt": "2"}
    first, again = told(archive(files)), told(archive(dict(reversed(files.items()))))
    assert first["digest"] == again["digest"]
    for changed in (
        {**files, "a.txt": "3"},
        {**files, "c.txt": ""},
        {"SKILL.md": skill_md(), "a/b.txt": "1", "b.txt": "2"},
    ):
        assert told(archive(changed))["digest"] != first["digest"]


@given(st.dictionaries(st.text(max_size=12), st.binary(max_size=40), max_size=6))
def test_any_archive_is_read_or_refused(files: dict[str, bytes]) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as zipped:
        for path, content in files.items():
            try:
                zipped.writestr(path or "SKILL.md", content)
            except (UnicodeError, ValueError, IndexError):  # the writer, not the reader
                continue
    assert told(made.getvalue())


@given(st.binary(max_size=400))
def test_any_bytes_are_refused(data: bytes) -> None:
    assert "refused" in told(data)


@given(st.text(max_size=300))
def test_any_frontmatter_is_read_or_refused(front: str) -> None:
    try:
        found = manifest_of(f"---\nname: a-b\ndescription: x\n{front}\n---\nbody")
    except Refused:
        return
    assert found.body


def test_shipped_skills_are_what_we_ask_of_others() -> None:
    for name, one in shipped().items():
        assert one.manifest.name == name == looks_like(name)
        assert one.manifest.licence == "Apache-2.0"
        made = told(archive({f"{name}/{file.path}": file.content for file in one.folder.files}))
        assert made["findings"] == [], made["findings"]
        assert made["digest"] == one.folder.digest
    assert archives.digest_of([]) != ""


@pytest.mark.parametrize(
    "name",
    [
        "weekly-revieѡ",
        "week1y-review",
        "weeklу-review",
        "weekly-reνiew",
        "vveekly-review",
        "ԝeekly-rеview",
        "ｗeekly-review",
    ],
)
def test_a_name_that_is_drawn_like_another(name: str) -> None:
    assert looks_alike(name, "weekly-review")
    assert not looks_alike(name, "weekly-preview")


def test_a_picture_that_is_a_zip_as_well_is_an_archive() -> None:
    both = b"\x89PNG\r\n\x1a\n\0\0" + archive({"run.sh": "id"})
    assert "archive within" in told(archive({"SKILL.md": skill_md(), "logo.png": both}))["refused"]


def test_names_that_look_alike() -> None:
    assert looks_like("wееkly-review") == looks_like("WEEKLY_review") == "weekly-review"
