"""What strangers write in files and cards is read in time that grows with its length, whatever it says."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.processor_time import seconds_of

from orchestrator.domain.world.contact_files import vcard
from orchestrator.domain.world.contacts import birthdays, phones
from orchestrator.domain.world.documents import media_types
from orchestrator.domain.world.documents.extraction.reading import Part, joined, tidy
from orchestrator.domain.world.documents.linking import Named, links_of
from orchestrator.domain.world.documents.processing import summarizing
from orchestrator.kit.ids import new_id

SIZES = (1_000, 4_000, 16_000, 64_000)
WORTH_TIMING_S = 0.05
"""Of processor time: below it nobody waits, and a ratio is noise."""
STEEPEST = 12.0
"""Of one step of four times the length: linear is 4, quadratic 16."""
UNITS = (
    "<!---->   ", "a", " ", "\n", "a-\n", "A B ", "x@", "a@b.", "(1", "é", "From: a\n", ";a=\"", "\\", ",", "=\r\n",
    "Ana Souza ", "--01-0",
)  # fmt: skip
ANA = [Named(new_id(), ("Ana Souza", "A " * 200), ("ana@example.org",))]


def card(text: str) -> str:
    lines = text.replace("BEGIN", "")
    return f"BEGIN:VCARD\nVERSION:3.0\nFN:Ana\nX-ANDROID-CUSTOM:{lines}\nNOTE;{text}:{text}\nBDAY:{text}\nEND:VCARD\n"


def folded(text: str) -> bytes:
    """As many soft line breaks as letters, behind a name as long."""
    name = text.encode().replace(b"\n", b"").replace(b"\r", b"").replace(b":", b"")
    return b"BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE;" + name + b"=\n" * len(text)


def kind_of(tmp_path: Path) -> Callable[[str], object]:
    def read(text: str) -> object:
        path = tmp_path / "file"
        path.write_text(text + "z")
        return media_types.kind_of(path, "file")

    return read


READERS: dict[str, Callable[[str], object]] = {
    "tidy": tidy,
    "joined": lambda text: joined([Part(text)]),
    "links": lambda text: links_of([Part(text)], ANA),
    "opening": summarizing.opening_of,
    "vcard": lambda text: vcard.read(card(text).encode()),
    "vcard as it is": lambda text: vcard.read(text.encode()),
    "vcard folded": lambda text: vcard.read(
        b"BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:" + text.encode() + b"=\n" * 2_000
    ),
    "phone": lambda text: phones.phone_key(text, "BR"),
    "region": lambda text: phones.region_of(text, text),
    "birthday": lambda text: birthdays.told(text, "en-US"),
}


def cost(read: Callable[[str], object], text: str) -> float:
    return seconds_of(lambda: read(text))


def steepest(read: Callable[[str], object], unit: str) -> float:
    """The worst step of those that take long enough to be told from noise, measured again where it looks bad."""
    worst = 0.0
    before = WORTH_TIMING_S / 4
    for size in SIZES:
        text = (unit * (size // len(unit) + 1))[:size]
        spent = cost(read, text)
        if spent > max(WORTH_TIMING_S, STEEPEST * before):
            spent = min(spent, cost(read, text), cost(read, text))
        if spent > WORTH_TIMING_S:
            worst = max(worst, spent / max(before, WORTH_TIMING_S / 4))
        before = spent
        if worst > STEEPEST:
            break
    return worst


@pytest.mark.parametrize("name", READERS)
def test_reading_grows_with_the_text(name: str) -> None:
    found = {unit: steepest(READERS[name], unit) for unit in UNITS}
    assert max(found.values()) <= STEEPEST, {unit: one for unit, one in found.items() if one > STEEPEST}


def test_telling_the_kind_of_a_file_grows_with_the_text(tmp_path: Path) -> None:
    found = {unit: steepest(kind_of(tmp_path), unit) for unit in UNITS}
    assert max(found.values()) <= STEEPEST, {unit: one for unit, one in found.items() if one > STEEPEST}


def test_comments_before_a_page_stop_nobody(tmp_path: Path) -> None:
    assert cost(kind_of(tmp_path), "<!---->   " * 60) < 1.0
