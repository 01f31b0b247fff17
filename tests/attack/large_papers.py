"""Files as large as they may be, and of shapes that make their readers work: slides, sheets, mails, books, PDFs.

What packs well is refused as a bomb, so that texts are of words by chance; the same at every run.
"""

import io
import random
import zipfile
from collections.abc import Callable, Iterator
from email.message import EmailMessage

from tests.attack.doors import Door, Request

A = "http://schemas.openxmlformats.org/drawingml/2006/main"
P = "http://schemas.openxmlformats.org/presentationml/2006/main"
S = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
OFFICE = "application/vnd.openxmlformats-officedocument"
MEGABYTE = 1_000_000
NESTED = 150
"""Mails in mails; slides' groups in groups ten times as deep."""


def doors(megabytes: float) -> Iterator[Door]:
    """`POST /documents` of each; `megabytes`: about so large is each file (100 are permitted)."""
    size = int(megabytes * MEGABYTE)
    made: tuple[tuple[str, Callable[[int], bytes]], ...] = (
        ("slides.pptx", slides),
        ("groups.pptx", groups),
        ("sheet.xlsx", sheet),
        ("sparse.xlsx", sparse),
        ("nested.eml", nested_mails),
        ("attached.eml", attached),
        ("parts.eml", many_parts),
        ("heads.eml", many_headers),
        ("book.epub", book),
        ("spine.epub", spine),
        ("pages.pdf", pages),
        ("shreds.pdf", shreds),
        ("tree.pdf", looped_tree),
        ("long.txt", lambda size: words(size).encode()),
    )
    for name, make in made:
        request = Request("POST", "/documents", f"{megabytes:g} MB", {"files": {"file": (name, make(size))}})
        yield Door(f"POST /documents {name}", (request,), works=True)


def words(size: int, seed: int = 1) -> str:
    """So many characters of made-up words, in sentences with names."""
    chance = random.Random(seed)
    known = ["".join(chance.choices("aeioubdlmnrst", k=chance.randint(2, 9))) for _ in range(3_000)]
    sentences: list[str] = []
    length = 0
    while length < size:
        sentences.append(" ".join(chance.choices(known, k=12)).title() + ". ")
        length += len(sentences[-1])
    return "".join(sentences)[:size]


def _zipped(members: dict[str, str], first: str | None = None) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        if first is not None:
            archive.writestr(first, members.pop(first), zipfile.ZIP_STORED)
        for name, data in members.items():
            archive.writestr(name, data)
    return made.getvalue()


def _package(main: str, kind: str, parts: dict[str, str], related: dict[str, str]) -> bytes:
    """An Office package: its main part, of a content type; `related`: the parts that belong to it with their kinds."""
    marks = "".join(
        f'<Relationship Id="r{number}" Type="{R}/{what}" Target="/{name}"/>'
        for number, (name, what) in enumerate(related.items())
    )
    folder, _, name = main.rpartition("/")
    return _zipped(
        {
            "[Content_Types].xml": f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType='
            f'"application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType='
            f'"application/xml"/><Override PartName="/{main}" ContentType="{OFFICE}.{kind}.main+xml"/></Types>',
            "_rels/.rels": f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="r" '
            f'Type="{R}/officeDocument" Target="{main}"/></Relationships>',
            f"{folder}/_rels/{name}.rels": f'<Relationships xmlns="{PACKAGE}/relationships">{marks}</Relationships>',
            **parts,
        }
    )


def _presentation(shown: list[str]) -> bytes:
    names = {f"ppt/slides/slide{number}.xml": one for number, one in enumerate(shown)}
    listed = "".join(f'<p:sldId id="{256 + number}" r:id="r{number}"/>' for number in range(len(shown)))
    main = f'<p:presentation xmlns:p="{P}" xmlns:r="{R}"><p:sldIdLst>{listed}</p:sldIdLst></p:presentation>'
    parts = {"ppt/presentation.xml": main, **names}
    kind = "presentationml.presentation"
    return _package("ppt/presentation.xml", kind, parts, dict.fromkeys(names, "slide"))


def _slide(inside: str) -> str:
    return f'<p:sld xmlns:p="{P}" xmlns:a="{A}"><p:cSld><p:spTree>{inside}</p:spTree></p:cSld></p:sld>'


def _shape(text: str) -> str:
    return f"<p:sp><p:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"


def slides(size: int) -> bytes:
    """Five hundred slides full of text."""
    text = words(min(size, 80 * MEGABYTE))
    piece = max(len(text) // 500, 1)
    return _presentation([_slide(_shape(text[at : at + piece])) for at in range(0, len(text), piece)])


def groups(size: int) -> bytes:
    """One slide of a million tiny runs, in groups within groups."""
    runs = "<a:r><a:t>Ana </a:t></a:r>" * min(size // 26, 150_000)
    deep = 10 * NESTED
    shape = f"<p:sp><p:txBody><a:p>{runs}</a:p></p:txBody></p:sp>"
    return _presentation([_slide("<p:grpSp>" * deep + shape + "</p:grpSp>" * deep + _shape(words(size // 50)))])


def _workbook(rows: str) -> bytes:
    main = f'<workbook xmlns="{S}" xmlns:r="{R}"><sheets><sheet name="One" sheetId="1" r:id="r0"/></sheets></workbook>'
    page = f'<worksheet xmlns="{S}"><sheetData>{rows}</sheetData></worksheet>'
    parts = {"xl/workbook.xml": main, "xl/worksheets/sheet1.xml": page}
    return _package("xl/workbook.xml", "spreadsheetml.sheet", parts, {"xl/worksheets/sheet1.xml": "worksheet"})


def sheet(size: int) -> bytes:
    """Two hundred columns of text, row after row."""
    known = words(200_000).split()
    cells = min(size // 8, 1_500_000)
    rows = []
    for row in range(cells // 200):
        inside = "".join(
            f'<c t="inlineStr"><is><t>{known[(7 * row + column) % len(known)]}</t></is></c>' for column in range(200)
        )
        rows.append(f'<row r="{row + 1}">{inside}</row>')
    return _workbook("".join(rows))


def sparse(size: int) -> bytes:
    """Rows far apart, each with one cell in the last column, and a height that is a lie."""
    count = min(size // 90, 200_000)
    step = max(1_048_576 // max(count, 1), 1)
    return _workbook(
        "".join(
            f'<row r="{1 + step * row}"><c r="XFD{1 + step * row}" t="inlineStr"><is><t>a{row}</t></is></c></row>'
            for row in range(count)
        )
    )


def _mail(subject: str, text: str) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Ana <ana@example.org>", "me@example.org", subject
    message.set_content(text)
    return message


def nested_mails(size: int) -> bytes:
    """A mail in a mail in a mail …, the innermost a long one."""
    inner = b"From: a@example.org\r\nTo: b@example.org\r\nSubject: x\r\n\r\n" + words(size // 2).encode()
    head = b"From: a@example.org\r\nTo: b@example.org\r\nSubject: x\r\n"
    for number in range(NESTED):
        mark = f"=={number}==".encode()
        inner = (
            head + b'Content-Type: multipart/mixed; boundary="' + mark + b'"\r\n\r\n--' + mark
            + b"\r\nContent-Type: message/rfc822\r\n\r\n" + inner + b"\r\n--" + mark + b"--\r\n"
        )  # fmt: skip
    return inner


def attached(size: int) -> bytes:
    """Fifty documents hang on it, every other of them a mail with one of its own."""
    whole = _mail("Papers", "They hang on it.")
    for number in range(50):
        text = words(size // 70, seed=number)
        if number % 2:
            within = _mail(f"Paper {number}", text)
            within.add_attachment(text.encode(), maintype="text", subtype="plain", filename=f"{number}.txt")
            whole.add_attachment(within)
        else:
            whole.add_attachment(text.encode(), maintype="text", subtype="plain", filename=f"{number}.txt")
    return whole.as_bytes()


def many_parts(size: int) -> bytes:
    """Tens of thousands of empty parts, with a boundary that is never closed."""
    part = b"\r\n--x\r\nContent-Type: text/plain; name*0=a; name*1=b\r\n\r\n."
    return b"From: a@a.a\r\nTo: b@a.a\r\nSubject: x\r\nContent-Type: multipart/mixed; boundary=x\r\n" + part * min(
        size // len(part), 40_000
    )


def many_headers(size: int) -> bytes:
    """Addresses and encoded words by the hundred thousand."""
    one = b"=?utf-8?q?=C3=A1?= <a@a.a>,\r\n "
    names = b"From: a@a.a\r\nTo: " + one * (min(size, 2 * MEGABYTE) // len(one)) + b"b@a.a\r\nSubject: x\r\n"
    return names + b"X-A: " + b'"a;=' * (min(size, 2 * MEGABYTE) // 8) + b"\r\n\r\nHello\r\n"


def _book(chapters: dict[str, str], order: list[str]) -> bytes:
    items = "".join(f'<item id="{name}" href="{name}.xhtml"/>' for name in chapters)
    listed = "".join(f'<itemref idref="{name}"/>' for name in order)
    return _zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
            '<rootfile full-path="book.opf"/></rootfiles></container>',
            "book.opf": '<package xmlns="http://www.idpf.org/2007/opf"><metadata/>'
            f"<manifest>{items}</manifest><spine>{listed}</spine></package>",
            **{
                f"{name}.xhtml": f"<html><head><title>x</title></head><body><h1>{name}</h1>{text}</body></html>"
                for name, text in chapters.items()
            },
        },
        first="mimetype",
    )


def book(size: int) -> bytes:
    """Chapters of a megabyte."""
    number = max(min(size, 60 * MEGABYTE) // MEGABYTE, 1)
    chapters = {f"c{at}": f"<p>{words(min(size, MEGABYTE), seed=at)}</p>" for at in range(number)}
    return _book(chapters, list(chapters))


def spine(size: int) -> bytes:
    """One chapter of tags in tags, named again and again."""
    deep = "<div>" * 200 + "<b style='color:#fff'>a</b>" * (min(size, 3 * MEGABYTE) // 54) + "</div>" * 200
    return _book({"c": deep}, ["c"] * 5_000)


def _pdf(objects: list[bytes]) -> bytes:
    """The objects from 1 on, the first of them the catalogue."""
    made, places = bytearray(b"%PDF-1.4\n"), []
    for number, one in enumerate(objects, 1):
        places.append(len(made))
        made += b"%d 0 obj\n" % number + one + b"\nendobj\n"
    start = len(made)
    made += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    made += b"".join(b"%010d 00000 n \n" % place for place in places)
    return bytes(made) + b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)


def _stream(data: bytes) -> bytes:
    return b"<</Length %d>>stream\n" % len(data) + data + b"\nendstream"


def _paged(streams: list[bytes]) -> bytes:
    font = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
    kids = b" ".join(b"%d 0 R" % (4 + 2 * at) for at in range(len(streams)))
    objects = [b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(streams), kids), font]
    for at, data in enumerate(streams):
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F 3 0 R>>>>/Contents %d 0 R>>"
            % (5 + 2 * at)
        )
        objects.append(_stream(data))
    return _pdf(objects)


def pages(size: int) -> bytes:
    """Five hundred pages full of text."""
    text = words(size)
    piece = max(len(text) // 500, 100)
    streams = []
    for at in range(0, len(text), piece):
        rows = [text[at + row : at + row + 90] for row in range(0, piece, 90)]
        drawn = "".join(f"({row}) Tj 0 -1 Td " for row in rows)
        streams.append(f"BT /F 9 Tf 10 790 Td {drawn}ET".encode())
    return _paged(streams)


def shreds(size: int) -> bytes:
    """One page of text that nobody sees, each word drawn by itself."""
    drawn = "".join(
        f"BT /F 9 Tf 3 Tr {at % 500} {at % 700} Td (hidden{at}) Tj ET " for at in range(min(size // 55, 20_000))
    )
    return _paged([drawn.encode()])


def looped_tree(size: int) -> bytes:
    """A tree of pages whose branches are themselves."""
    kids = b" ".join(b"2 0 R" for _ in range(min(size // 6, 100_000)))
    return _pdf([b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Count 2000000000/Kids[" + kids + b"]>>"])
