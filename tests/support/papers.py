"""Files of every kind that Steward reads, made in the test: nothing is shipped, and what they say is known exactly."""

import io
import textwrap
import zipfile
from collections.abc import Sequence
from email.message import EmailMessage
from functools import cache

import docx
from PIL import Image, ImageDraw, ImageFont
from pypdf import PdfReader, PdfWriter
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen import canvas

PRESCRIPTION = (
    "Prescription\nPatient: Ana Souza\nAmoxicillin 500 mg tablets\nTake one tablet three times a day for seven days\n"
    "Dr. Bruno Lima\nDate of issue: 2 March 2026"
)
CONTRACT = (
    "This agreement is made between the parties Harbour Works and Maria Costa.",
    "The notice period is three months, given in writing to the other party.",
    "The governing law is the law of Portugal, and the parties signed it in Lisbon.",
)
PORTUGUESE = (
    "Receita médica\nPaciente: Ana Souza\nAmoxicilina 500 mg, tomar um comprimido de 8 em 8 horas durante sete dias."
)


def pdf(*pages: str, password: str | None = None) -> bytes:
    """A PDF with a text layer; each page's lines from the top."""
    buffer = io.BytesIO()
    drawn = canvas.Canvas(buffer, pagesize=A4, pageCompression=1)
    for page in pages:
        text = drawn.beginText(60, 780)
        for line in page.split("\n"):
            for shown in textwrap.wrap(line, 80) or [""]:
                text.textLine(shown)
        drawn.drawText(text)
        drawn.showPage()
    drawn.save()
    return locked(buffer.getvalue(), password) if password else buffer.getvalue()


def locked(data: bytes, password: str) -> bytes:
    """The same PDF, only opened with a password."""
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    writer.encrypt(password, algorithm="AES-256")
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def pdf_with_hidden_text(seen: str, hidden: str) -> bytes:
    """A page with text that is drawn in no colour at all (render mode 3)."""
    buffer = io.BytesIO()
    drawn = canvas.Canvas(buffer, pagesize=A4)
    drawn.drawString(60, 780, seen)
    text = drawn.beginText(60, 700)
    text.setTextRenderMode(3)
    text.textLine(hidden)
    drawn.drawText(text)
    drawn.save()
    return buffer.getvalue()


def picture(text: str, *, size: int = 44) -> Image.Image:
    """A page of A4 at 200 dots an inch with the text on it."""
    image = Image.new("RGB", (1_654, 2_339), "white")
    font = ImageFont.truetype("DejaVuSans.ttf", size) if _has_dejavu() else ImageFont.load_default(size=size)
    ImageDraw.Draw(image).multiline_text((120, 160), text, fill="black", font=font, spacing=24)
    return image


def _has_dejavu() -> bool:
    try:
        ImageFont.truetype("DejaVuSans.ttf", 10)
    except OSError:
        return False
    return True


def image(text: str, form: str = "PNG") -> bytes:
    """A picture of text."""
    buffer = io.BytesIO()
    picture(text).save(buffer, form)
    return buffer.getvalue()


def scan(*pages: str) -> bytes:
    """A PDF whose pages are pictures."""
    buffer = io.BytesIO()
    first, *others = [picture(page) for page in pages]
    first.save(buffer, "PDF", save_all=True, append_images=others, resolution=200)
    return buffer.getvalue()


def word(paragraphs: Sequence[str], *, heading: str = "Agreement", table: Sequence[Sequence[str]] = ()) -> bytes:
    """A Word document with a heading, a table and a header."""
    document = docx.Document()
    document.add_heading(heading, 1)
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    if table:
        made = document.add_table(len(table), len(table[0]))
        for row, values in enumerate(table):
            for column, value in enumerate(values):
                made.cell(row, column).text = value
    document.sections[0].header.paragraphs[0].text = "Harbour Works Lda"
    buffer = io.BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def zipped(members: dict[str, bytes | str], *, first_stored: str | None = None) -> bytes:
    """A zip file; `first_stored` is written first, unpacked."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        if first_stored is not None:
            archive.writestr(first_stored, members[first_stored], zipfile.ZIP_STORED)
        for name, data in members.items():
            if name != first_stored:
                archive.writestr(name, data)
    return buffer.getvalue()


_ODF = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
)


def open_document(paragraphs: Sequence[str], *, heading: str = "Agreement") -> bytes:
    """An OpenDocument text with a heading and a table."""
    body = "".join(f"<text:p>{one}</text:p>" for one in paragraphs)
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {_ODF}><office:body><office:text>'
        f'<text:h text:outline-level="1">{heading}</text:h>{body}'
        "<table:table><table:table-row><table:table-cell><text:p>Rent</text:p></table:table-cell>"
        "<table:table-cell><text:p>900 euros</text:p></table:table-cell></table:table-row></table:table>"
        "</office:text></office:body></office:document-content>"
    )
    members: dict[str, bytes | str] = {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": content,
        "META-INF/manifest.xml": "<manifest/>",
    }
    return zipped(members, first_stored="mimetype")


def epub(
    chapters: Sequence[tuple[str, str]],
    *,
    title: str = "The Lighthouse",
    encryption: Sequence[tuple[str, str]] = (),
    package: tuple[str, str] = ("OEBPS/book.opf", "OEBPS/book.opf"),
    listed: int = 1,
) -> bytes:
    """A book of (heading, text). `encryption`: (algorithm, name of the part) as META-INF/encryption.xml tells it;
    `package`: the name of that part, and as META-INF/container.xml writes it; `listed`: how often its reading order
    names them all."""
    items = "".join(
        f'<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>' for n in range(len(chapters))
    )
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters))) * listed
    members: dict[str, bytes | str] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        f'<rootfile full-path="{package[1]}"/></rootfiles></container>',
        package[0]: '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<metadata><dc:title>{title}</dc:title></metadata><manifest>{items}</manifest><spine>{spine}</spine></package>",
    }
    if encryption:
        members["META-INF/encryption.xml"] = (
            '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" '
            'xmlns:enc="http://www.w3.org/2001/04/xmlenc#">'
            + "".join(
                f'<enc:EncryptedData><enc:EncryptionMethod Algorithm="{algorithm}"/><enc:CipherData>'
                f'<enc:CipherReference URI="{part}"/></enc:CipherData></enc:EncryptedData>'
                for algorithm, part in encryption
            )
            + "</encryption>"
        )
    for number, (heading, text) in enumerate(chapters):
        members[f"OEBPS/c{number}.xhtml"] = (
            '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head>'
            f"<body><h1>{heading}</h1><p>{text}</p></body></html>"
        )
    return zipped(members, first_stored="mimetype")


def page(text: str, *, hidden: str = "", title: str = "A page") -> bytes:
    """A web page with navigation, and text that nobody sees."""
    return (
        f"<!DOCTYPE html><html><head><meta charset='utf-8'><title>{title}</title><style>p{{}}</style></head><body>"
        f"<article><h1>{title}</h1><p>{text}</p><p style='display:none'>{hidden}</p>"
        f"<script>var x = 'script words';</script></article></body></html>"
    ).encode()


def mail(text: str, *, attachment: str | None = None) -> bytes:
    """A mail from Ana Souza."""
    message = EmailMessage()
    message["From"] = "Ana Souza <ana@example.org>"
    message["To"] = "me@example.org"
    message["Subject"] = "Your invoice for March"
    message["Date"] = "Mon, 02 Mar 2026 10:00:00 +0000"
    message["Message-ID"] = "<1@example.org>"
    message.set_content(text)
    if attachment:
        message.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename=attachment)
    return message.as_bytes()


@cache
def bomb(megabytes: int = 400) -> bytes:
    """A Word document of a few hundred kilobytes that would unpack to so much."""
    return zipped(
        {
            "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument'
            '.wordprocessingml.document.main+xml"/></Types>',
            "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
            '<Relationship Id="r" Target="word/document.xml" Type="http://schemas.openxmlformats.org/officeDocument/2006'
            '/relationships/officeDocument"/></Relationships>',
            "word/document.xml": b"0" * 1_000_000 * megabytes,
        }
    )
