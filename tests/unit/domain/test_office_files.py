"""What is read of office files, books and mails, however their programs wrote them."""

import io
import zipfile
from pathlib import Path

import pytest
from tests.support import packages, papers
from tests.support.corpora import corpus
from tests.support.document_reading import read
from tests.unit.domain.test_document_reading import TEXT, WORDS, recall

from orchestrator.domain.world.documents.extraction.reading import Reading, ReadWith, Unreadable
from orchestrator.domain.world.documents.media_types import LOCKED_OFFICE, MAIL, kind_of
from orchestrator.errors import UnsupportedMedia

IDPF, ADOBE = "http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"
AES = "http://www.w3.org/2001/04/xmlenc#aes256-cbc"
BOOK = [("The Storm", WORDS[0]), ("The Pier", WORDS[1])]
MACROS = b"application/vnd.ms-word.document.macroEnabled.main+xml"


def texts(reading: Reading) -> dict[str | None, str]:
    return {part.section: part.text for part in reading.parts}


async def test_a_word_document_is_found_by_its_relationship(tmp_path: Path) -> None:
    whole = papers.word(WORDS, heading="Repairs", table=[["Pier", "Cost"], ["North", "1200"]])
    plain = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    made = {
        "renamed": packages.renamed_main(whole, "document.xml", "document2.xml"),
        "strict": packages.strict(whole),
        "macros": packages.with_member(
            whole, "[Content_Types].xml", member(whole, "[Content_Types].xml").replace(plain, MACROS)
        ),
    }
    for name, data in made.items():
        reading = await read(tmp_path, f"{name}.docx", data)
        assert recall(reading) >= 0.98, name
        assert "North | 1200" in texts(reading)["Repairs"], name


def member(data: bytes, name: str) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name)


@pytest.mark.parametrize("form", ["common", "strict"])
async def test_a_presentation_is_read_slide_by_slide(tmp_path: Path, form: str) -> None:
    data = packages.presentation(
        [("Repairs", WORDS[0], ""), ("Payment", WORDS[1], "Ask Bruno for the receipt"), ("Later", WORDS[2], "")],
        hidden=[3],
    )
    reading = await read(tmp_path, "a.pptx", packages.strict(data) if form == "strict" else data)
    found = texts(reading)
    assert recall(reading) >= 0.98
    assert list(found)[:2] == ["slide 1: Repairs", "slide 2: Payment"]
    assert "North | 1200" in found["slide 1: Repairs"]
    assert found["slide 2, notes"] == "Ask Bruno for the receipt"
    assert (reading.pages, reading.notices) == (3, ["Hidden slides were read too: 3."])


@pytest.mark.parametrize("form", ["common", "strict"])
async def test_a_workbook_is_read_as_what_each_value_is(tmp_path: Path, form: str) -> None:
    data = packages.workbook()
    reading = await read(tmp_path, "a.xlsx", packages.strict(data) if form == "strict" else data)
    found = texts(reading)
    budget = found["sheet Budget"].split("\n")
    assert budget[0] == "Household 2026"
    assert budget[2:] == [
        "Item: Rent; Amount: 900; Due: 2026-03-01; Share: 45%",
        "Item: Water; Amount: 31.5; Share: 2%",
    ]
    assert found["sheet Codes"] == "The gate opens with 4711"
    assert any("Codes" in notice for notice in reading.notices)


SHEET = (
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/>'
    "<sheetData>{rows}</sheetData></worksheet>"
)


async def test_a_sheet_that_lies_about_its_size_is_read(tmp_path: Path) -> None:
    rows = '<row r="1"><c r="A1" t="str"><v>first</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    data = packages.with_member(packages.workbook(), "xl/worksheets/sheet1.xml", SHEET.format(rows=rows))
    reading = await read(tmp_path, "a.xlsx", data)
    assert texts(reading)["sheet Budget"] == "first"
    assert any("long" in notice for notice in reading.notices)


LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "' + "lol" * 1_000 + '">]><worksheet '
    'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="str"><v>'
    + "&a;" * 10_000
    + "</v></c></row></sheetData></worksheet>"
)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.xlsx", packages.with_member(packages.workbook(), "xl/worksheets/sheet1.xml", LAUGHS)),
        ("a.xlsx", packages.with_member(packages.workbook(), "xl/worksheets/sheet1.xml", b" " * 90_000_000)),
        ("a.pptx", packages.with_member(packages.presentation([("a", "b", "")]), "ppt/slides/slide1.xml", LAUGHS)),
        ("a.pptx", packages.with_member(packages.presentation([("a", "b", "")]), "ppt/x.xml", b" " * 90_000_000)),
    ],
    ids=["entities", "bomb", "slide", "slides"],
)
async def test_bombs_are_refused(tmp_path: Path, name: str, data: bytes) -> None:
    try:
        reading = await read(tmp_path, name, data)
    except Unreadable:
        return
    assert "lol" not in "".join(part.text for part in reading.parts)
    assert any("damaged" in notice for notice in reading.notices)


@pytest.mark.parametrize("algorithm", [IDPF, ADOBE])
async def test_mangled_fonts_are_no_lock(tmp_path: Path, algorithm: str) -> None:
    data = papers.epub(BOOK, encryption=[(algorithm, "OEBPS/fonts/a.otf"), (algorithm, "OEBPS/fonts/b.ttf")])
    assert [part.section for part in (await read(tmp_path, "a.epub", data)).parts] == ["The Storm", "The Pier"]


@corpus("office_files", "a_locked_book_is_refused")
async def test_a_locked_book_is_refused(encryption: list[tuple[str, str]], tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="DRM"):
        await read(tmp_path, "a.epub", papers.epub(BOOK, encryption=encryption))


MANY_HOPS = "".join(f"Received: from mx{number}.example.org by mx; {'x' * 300}\r\n" for number in range(60))
FROM = "From: ana@example.org\r\nTo: me@example.org\r\nSubject: Invoice\r\n"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("upload", "Subject: Invoice\r\n\r\nFor March.", "message/rfc822"),
        ("a.eml", "To: me@example.org\r\nSubject: Invoice\r\n\r\nFor March.", None),
        (
            "upload",
            "Date: Mon, 2 Mar 2026 10:00:00 +0000\r\nX-Mailer: x\r\n\r\n<html>For March.",
            "Message/RFC822; x=y",
        ),
        ("upload", f"{MANY_HOPS}{FROM}\r\nFor March.", None),
        ("a.eml", f"\r\n{FROM}Content-Transfer-Encoding: binary\r\n\r\nFor March.\x00\x01", None),
        ("a.eml", f"\ufeff{FROM}\r\nFor March.", None),
    ],
)
def test_what_says_that_it_is_a_mail_is_one(tmp_path: Path, name: str, text: str, said: str | None) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode())
    assert kind_of(path, name, said).media_type == MAIL


def test_what_only_says_so_is_none(tmp_path: Path) -> None:
    path = tmp_path / "a.eml"
    path.write_text("Dear Ana: this is no mail.\n\nHello.")
    assert kind_of(path, "a.eml", "message/rfc822").media_type == "text/plain"
    path.write_bytes(papers.pdf("words"))
    assert kind_of(path, "a.eml", "message/rfc822").media_type == "application/pdf"


def test_an_encrypted_office_file_is_told_as_locked(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 9_000
    path.write_bytes(ole + "EncryptedPackage".encode("utf-16-le") + b"\x00" * 900)
    with pytest.raises(UnsupportedMedia) as told:
        kind_of(path, "a.docx")
    assert told.value.detail == LOCKED_OFFICE
    path.write_bytes(ole)
    with pytest.raises(UnsupportedMedia, match="old format"):
        kind_of(path, "a.doc")


async def test_so_many_attachments_are_taken_out_under_plain_numbers(tmp_path: Path) -> None:
    many = [(f"../{number}/x.txt", f"number {number}".encode(), "text/plain") for number in range(60)]
    into = tmp_path / "into"
    into.mkdir()
    reading = await read(tmp_path, "many.eml", packages.mail_with(*many), with_=ReadWith(into=str(into)))
    assert sorted(int(one.name) for one in into.iterdir()) == list(range(50))
    assert (len(reading.attached), reading.attached[7].name, reading.parts) == (50, "../7/x.txt", [])
    assert any("first 50" in notice for notice in reading.notices)


async def test_everything_is_read_with_its_words(tmp_path: Path) -> None:
    assert recall(await read(tmp_path, "a.eml", packages.mail_with(text=TEXT))) >= 0.98
