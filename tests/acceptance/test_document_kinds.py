"""Papers of further kinds as their owner meets them: what hangs on mails, slides, sheets, and PDFs with a password."""

import asyncio

import pytest_asyncio
from tests.support import packages, papers
from tests.support.filing import READ_WITHIN_S, filed, settled, try_upload, upload
from tests.support.steward import Person, Steward


@pytest_asyncio.fixture(scope="module")
async def steward(working: Steward) -> Steward:
    return working


LOCKED = papers.pdf("The lighthouse keeper earns 1,200 euros", password="Ça-va!")
MAIL = "message/rfc822"
PDF = "application/pdf"


async def hits(me: Person, words: str) -> list[str]:
    return [one["id"] for one in (await me.get("/search", q=words))["hits"]]


async def test_what_hangs_on_a_mail_becomes_documents(me: Person, steward: Steward) -> None:
    inner = packages.mail_with(("deed.pdf", papers.pdf("The deed names the orchard"), PDF), subject="Forwarded deed")
    data = packages.mail_with(
        ("../../etc/prescription.pdf", papers.pdf(papers.PRESCRIPTION), PDF),
        ("virus.exe", b"MZ\x90\x00" + b"\x00" * 600, "application/octet-stream"),
        ("empty.txt", b"", "text/plain"),
        ("bomb.docx", papers.bomb(), "application/octet-stream"),
        ("", inner, MAIL),
    )
    mail = await filed(me, "papers.eml", data)
    assert (mail["enhancement_status"], mail["parent_id"]) == ("done", None)
    told = " ".join(mail["notices"])
    assert "virus.exe" in told
    assert "empty.txt" in told
    found = [await settled(me, one) for one in mail["attachments"]]
    assert [one["filename"] for one in found] == ["prescription.pdf", "bomb.docx", "Forwarded deed.eml"]
    assert [one["parent_id"] for one in found] == [mail["id"]] * 3
    assert [one["enhancement_status"] for one in found] == ["done", "failed", "done"]
    assert {one["origin"] for one in found} == {"third_party"}
    assert found[0]["kinds"] == ["prescription"]
    assert found[0]["id"] in await hits(me, "amoxicillin")
    (deed,) = found[2]["attachments"]
    assert (await settled(me, deed))["parent_id"] == found[2]["id"]
    assert deed in await hits(me, "orchard")
    again = await me.send("POST", f"/documents/{mail['id']}/enhance")
    assert again.status_code == 202
    same = await settled(me, mail["id"])
    assert same["attachments"] == mail["attachments"]
    other = await steward.person("Somebody Else")
    assert (await other.send("GET", f"/documents/{deed}")).status_code == 404
    files = steward.runtime.settings.home / "files"
    dry = (await me.send("DELETE", f"/documents/{mail['id']}", params={"dry_run": "true"})).json()
    receipt = (await me.send("DELETE", f"/documents/{mail['id']}")).json()
    assert receipt == dry
    assert receipt["deleted"]["document"] == 5
    assert await me.count("documents") == 0
    assert not [path for one in (mail["id"], deed, found[0]["id"]) for path in files.rglob(one)]
    assert await hits(me, "orchard") == []
    back = await filed(me, "papers.eml", data)
    assert len(back["attachments"]) == 3


async def test_the_same_file_on_two_mails_goes_with_the_last_and_ones_own_stays(me: Person) -> None:
    shared, own = papers.pdf("The shared floor plan"), papers.pdf("My own tax return")
    mine = await filed(me, "tax.pdf", own)
    mails = [
        await filed(me, f"{name}.eml", packages.mail_with(("plan.pdf", shared, PDF), ("t.pdf", own, PDF), subject=name))
        for name in ("one", "two")
    ]
    (plan,) = {mail["attachments"][0] for mail in mails}
    assert {mail["attachments"][1] for mail in mails} == {mine["id"]}
    first = (await me.send("DELETE", f"/documents/{mails[0]['id']}")).json()
    assert first["deleted"]["document"] == 1
    assert (await me.get(f"/documents/{plan}"))["parent_id"] == mails[1]["id"]
    second = (await me.send("DELETE", f"/documents/{mails[1]['id']}")).json()
    assert second["deleted"]["document"] == 2
    assert [one["id"] for one in (await me.get("/documents"))["items"]] == [mine["id"]]


async def test_an_erased_attachment_stays_away(me: Person) -> None:
    mail = await filed(me, "a.eml", packages.mail_with(("plan.pdf", papers.pdf("The floor plan"), PDF)))
    (plan,) = mail["attachments"]
    await settled(me, plan)
    await me.send("DELETE", f"/documents/{plan}")
    await me.send("POST", f"/documents/{mail['id']}/enhance")
    assert (await settled(me, mail["id"]))["attachments"] == []
    assert await me.count("documents") == 1


async def test_mails_in_mails_are_taken_out_to_a_depth(me: Person) -> None:
    data = packages.mail_with(("leaf.txt", b"the innermost words", "text/plain"), subject="level 6")
    for level in range(5, 0, -1):
        data = packages.mail_with(("", data, MAIL), subject=f"level {level}")
    mail, depth = await filed(me, "deep.eml", data), 0
    while mail["attachments"]:
        mail, depth = await settled(me, mail["attachments"][0]), depth + 1
    assert depth == 3
    assert any("deeper" in notice for notice in mail["notices"])


async def test_a_file_that_says_in_its_header_that_it_is_a_mail(me: Person) -> None:
    files = {"file": ("letter", b"Subject: The keys\r\n\r\nThey are under the mat.", MAIL)}
    answer = await me.client.post("/documents", files=files, timeout=READ_WITHIN_S)
    assert (answer.status_code, answer.json()["media_type"]) == (201, MAIL)
    assert (await settled(me, answer.json()["id"]))["title"] == "The keys"


async def test_slides_and_sheets_are_found_and_cited(me: Person) -> None:
    deck = packages.presentation([("Harbour", "Repairs of the pier", ""), ("Costs", "The crane costs 4,000 euros", "")])
    slides, sheets = await filed(me, "deck.pptx", deck), await filed(me, "plan.xlsx", packages.workbook())
    assert [one["enhancement_status"] for one in (slides, sheets)] == ["done", "done"], (slides, sheets)
    assert (slides["media_type"], sheets["media_type"]) == (packages.PPTX, packages.XLSX)
    assert await hits(me, "rent") == [sheets["id"]]
    told = await me.ask("What does my document say about the crane?")
    assert "slide 2" in told["answer"], told["answer"]
    told = await me.ask("What does my document say about the rent?")
    assert "sheet Budget" in told["answer"], told["answer"]
    assert "900" in told["answer"]


async def test_whatever_answers_from_a_paper_says_where_it_stands(me: Person) -> None:
    """Questions that name no document are answered from the whole memory: page, heading, slide, sheet, chapter."""
    cost = ("Costs", "The crane of the harbour costs 4,000 euros", "")
    await filed(me, "lease.pdf", papers.pdf("The tenants are Ana and Rui", "The deposit of the flat is 1,850 euros"))
    await filed(me, "rules.docx", papers.word(["The garage door code is 7741"], heading="Garage"))
    await filed(me, "deck.pptx", packages.presentation([("Harbour", "Repairs of the pier", ""), cost]))
    await filed(me, "tale.epub", papers.epub([("The Keeper", "The keeper of the lighthouse was Ambrosius Quill")]))
    await filed(me, "roof.eml", packages.mail_with(subject="Offer", text="The repair of the roof takes nine days."))
    for question, where, held in (
        ("What is the deposit of the flat?", "page 2", "1,850"),
        ("What is the garage door code?", "section “Garage”", "7741"),
        ("How much does the crane of the harbour cost?", "slide 2: Costs", "4,000"),
        ("Who was the keeper of the lighthouse?", "section “The Keeper”", "Quill"),
        ("How long does the repair of the roof take?", "section “Message”", "nine days"),
    ):
        told = (await me.ask(question))["answer"]
        assert where in told, (question, told)
        assert held in told, (question, told)


async def test_a_password_opens_a_pdf_and_is_kept_nowhere(me: Person, steward: Steward) -> None:
    made = await filed(me, "pay.pdf", LOCKED)
    assert made["enhancement_status"] == "failed"
    assert "/unlock" in made["enhancement_error"]
    path = f"/documents/{made['id']}/unlock"
    wrong = await me.send("POST", path, json={"password": "Ca-va!"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "invalid_request")
    assert wrong.json()["errors"][0]["loc"] == ["body", "password"]
    assert "Ca-va" not in wrong.text
    right = await me.send("POST", path, json={"password": "Ça-va!"})
    assert right.status_code == 202, right.text
    found = await settled(me, made["id"])
    assert (found["enhancement_status"], found["enhancement_error"]) == ("done", None)
    assert "lighthouse keeper" in found["summary"]
    assert await hits(me, "lighthouse") == [made["id"]]
    assert (await me.send("GET", f"/documents/{made['id']}/content")).content == LOCKED
    assert (await me.send("POST", path, json={"password": "x"})).json()["code"] == "not_locked"
    await me.send("POST", f"/documents/{made['id']}/enhance")
    assert (await settled(me, made["id"]))["enhancement_status"] == "done"
    assert await hits(me, "lighthouse") == [made["id"]]
    tables = await me.scalar(
        "select string_agg(format('select count(*) as n from %I t where t::text like %L', tablename, '%%a-va!%%'), "
        "' union all ') from pg_tables where schemaname = 'public'"
    )
    assert await me.scalar(f"select sum(n)::int from ({tables.replace(':', chr(92) + ':')}) found") == 0
    kept = [path for path in (steward.runtime.settings.home).rglob("*") if path.is_file()]
    assert not [path for path in kept if "Ça-va!".encode() in path.read_bytes()]


async def test_an_unlocked_pdf_without_any_text_is_no_longer_called_locked(me: Person) -> None:
    made = await filed(me, "blank.pdf", papers.pdf("", password="right"))
    assert "/unlock" in made["enhancement_error"]
    right = await me.send("POST", f"/documents/{made['id']}/unlock", json={"password": "right"})
    assert right.status_code == 202, right.text
    for _ in range(2):
        found = await settled(me, made["id"])
        assert (found["enhancement_status"], found["enhancement_error"]) == ("done", None)
        assert any("No text was found" in notice for notice in found["notices"])
        await me.send("POST", f"/documents/{made['id']}/enhance")


async def test_passwords_are_tried_a_few_times_and_only_by_the_owner(me: Person, steward: Steward) -> None:
    made = await filed(me, "pay.pdf", papers.pdf("Other words", password="right"))
    path = f"/documents/{made['id']}/unlock"
    other = await steward.person("Somebody Else")
    assert (await other.send("POST", path, json={"password": "right"})).status_code == 404
    assert (await me.send("POST", path, json={})).status_code == 422
    found = await asyncio.gather(*(me.send("POST", path, json={"password": f"{n}"}) for n in range(7)))
    assert sorted({one.status_code for one in found}) == [422, 429]
    limited = next(one for one in found if one.status_code == 429)
    assert int(limited.headers["retry-after"]) > 0


async def test_what_needs_no_password_is_told(me: Person) -> None:
    plain = await filed(me, "a.pdf", papers.pdf("Words for all to read here"))
    answer = await me.send("POST", f"/documents/{plain['id']}/unlock", json={"password": "x"})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_locked")
    text = await upload(me, "a.txt", b"Words for all")
    answer = await me.send("POST", f"/documents/{text['id']}/unlock", json={"password": "x"})
    assert answer.status_code == 409
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 900 + "EncryptedPackage".encode("utf-16-le")
    refused = await try_upload(me, "a.xlsx", ole)
    assert refused.status_code == 415
    assert "protected by a password" in refused.json()["detail"]


async def test_books_and_word_documents_of_other_programs(me: Person) -> None:
    word = papers.word(["The orchard belongs to the harbour master"])
    font = ("http://www.idpf.org/2008/embedding", "OEBPS/a.otf")
    aes = ("http://www.w3.org/2001/04/xmlenc#aes256-cbc", "OEBPS/c0.xhtml")
    chapters = [("The Storm", "The lamp went out in the first winter gale")]
    renamed = await filed(me, "a.docx", packages.renamed_main(word, "document.xml", "document2.xml"))
    book = await filed(me, "a.epub", papers.epub(chapters, encryption=[font]))
    locked = await filed(me, "b.epub", papers.epub(chapters, encryption=[font, aes]))
    assert [one["enhancement_status"] for one in (renamed, book, locked)] == ["done", "done", "failed"]
    assert "DRM" in locked["enhancement_error"]
    assert await hits(me, "orchard") == [renamed["id"]]
    assert await hits(me, "gale") == [book["id"]]
