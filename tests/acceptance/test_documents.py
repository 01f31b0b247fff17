"""Documents as their owner meets them: uploaded, read, found, asked about, erased."""

import base64
import hashlib
import os
from uuid import UUID

import pytest
import pytest_asyncio
from tests.support import papers
from tests.support.corpora import cases
from tests.support.filing import filed, settled, try_upload, upload
from tests.support.steward import Person, Steward
from tests.support.waiting import eventually

from orchestrator.kit.ids import new_id


@pytest_asyncio.fixture(scope="module")
async def steward(working: Steward) -> Steward:
    return working


async def test_an_upload_is_a_row_first_and_is_read_by_a_job(me: Person) -> None:
    data = papers.pdf(papers.PRESCRIPTION)
    made = await upload(me, "prescription.pdf", data, title="Ana's prescription", tags="health, 2026")
    assert made["enhancement_status"] in {"pending", "running"}
    assert made["sha256"] == hashlib.sha256(data).hexdigest()
    assert (made["media_type"], made["size_bytes"]) == ("application/pdf", len(data))
    found = await settled(me, made["id"])
    assert found["enhancement_status"] == "done", found
    assert found["enhancement_error"] is None
    assert found["kinds"] == ["prescription"]
    assert found["tags"] == ["health", "2026", "prescription"]
    assert found["pages"] == 1
    assert "Amoxicillin" in found["summary"]


async def test_the_file_comes_back_as_it_went_in_and_is_never_shown_by_a_browser(me: Person) -> None:
    data = papers.page("Hello there")
    made = await upload(me, 'pági"na.html', data)
    answer = await me.send("GET", f"/documents/{made['id']}/content")
    assert answer.content == data
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    ("asked", "status", "got"),
    [
        ("bytes=0-8", 206, slice(0, 9)),
        ("bytes=-4", 206, slice(-4, None)),
        ("bytes=5-, 999999-", 206, slice(5, None)),  # what is there of several
        ("bytes=-999999", 206, slice(0, None)),
        ("bytes=5-2", 200, slice(0, None)),
        ("bytes=one-two", 200, slice(0, None)),
        ("bytes=", 200, slice(0, None)),
        ("pages=1-2", 200, slice(0, None)),
        ("bytes=999999-", 416, None),
        ("bytes=-0", 416, None),
    ],
)
async def test_a_range_of_the_file_is_given_ignored_or_refused_as_a_problem(
    me: Person, asked: str, status: int, got: slice | None
) -> None:
    data = papers.page("Hello there")
    made = await upload(me, "page.html", data)
    path = f"/documents/{made['id']}/content"
    answer = await me.send("GET", path, headers={"Range": asked})
    assert answer.status_code == status, answer.text
    if got is not None:
        assert answer.content == data[got]
        stale = await me.send("GET", path, headers={"Range": asked, "If-Range": '"another"'})
        assert (stale.status_code, stale.content) == (200, data)
        same = await me.send("GET", path, headers={"Range": asked, "If-Range": answer.headers["etag"]})
        assert (same.status_code, same.content) == (status, answer.content)
        return
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["content-range"] == f"bytes */{len(data)}"
    assert answer.json()["code"] == "range_not_satisfiable"
    assert answer.json()["errors"]


async def test_a_file_that_somebody_has_is_not_sent_again(me: Person) -> None:
    path = f"/documents/{(await upload(me, 'page.html', papers.page('Kept by the browser')))['id']}/content"
    first = await me.send("GET", path)
    for known in (first.headers["etag"], f'"x", W/{first.headers["etag"]}', "*"):
        for method, more in (("GET", {}), ("HEAD", {}), ("GET", {"Range": "bytes=0-3"})):
            again = await me.send(method, path, headers={"If-None-Match": known, **more})
            assert (again.status_code, again.content) == (304, b""), (method, known)
            assert again.headers["etag"] == first.headers["etag"]
    assert (await me.send("GET", path, headers={"If-None-Match": '"x"'})).content == first.content


async def test_head_of_a_file_tells_its_whole_length_and_sends_none_of_it(me: Person) -> None:
    """A range counts for `GET` alone (RFC 9110, 14.2)."""
    data = papers.page("Hello there " * 20_000)
    made = await upload(me, "long.html", data)
    head = await me.send("HEAD", f"/documents/{made['id']}/content", headers={"Range": "bytes=0-8"})
    assert (head.status_code, head.headers["content-length"], head.content) == (200, str(len(data)), b"")


async def test_the_same_bytes_again_are_told_with_the_id(me: Person, steward: Steward) -> None:
    data = papers.pdf("The same page of words twice")
    made = await upload(me, "one.pdf", data)
    again = await try_upload(me, "two.pdf", data)
    assert again.status_code == 409
    assert (again.json()["code"], again.json()["id"]) == ("already_exists", made["id"])
    other = await steward.person("Somebody Else")
    theirs = await upload(other, "one.pdf", data)
    assert theirs["id"] != made["id"]
    for path in ("", "/content"):
        assert (await other.send("GET", f"/documents/{made['id']}{path}")).status_code == 404
    assert (await other.send("POST", f"/documents/{made['id']}/enhance")).status_code == 404
    await me.send("DELETE", f"/documents/{made['id']}")
    assert (await other.send("GET", f"/documents/{theirs['id']}/content")).content == data


async def test_an_erased_document_takes_its_file_and_may_be_uploaded_again(me: Person, steward: Steward) -> None:
    data = papers.pdf(papers.PRESCRIPTION)
    made = await filed(me, "p.pdf", data)
    files = steward.runtime.settings.home / "files"
    dry = (await me.send("DELETE", f"/documents/{made['id']}", params={"dry_run": "true"})).json()
    assert [path for path in files.rglob(made["id"]) if path.is_file()]
    receipt = (await me.send("DELETE", f"/documents/{made['id']}")).json()
    assert receipt == dry
    assert receipt["deleted"]["document"] == 1
    assert receipt["deleted"]["document_chunk"] >= 1
    assert not list(files.rglob(made["id"]))
    assert (await me.get("/search", q="amoxicillin"))["hits"] == []
    for table in ("document_parts", "document_chunks", "document_contacts"):
        assert await me.count(table) == 0
    again = await upload(me, "p.pdf", data)
    assert again["id"] != made["id"]


@pytest.mark.parametrize(
    ("name", "data", "status"),
    [
        ("empty.pdf", b"", 422),
        ("blank.txt", b" \n\t\r\n ", 422),
        ("blank.md", b"\xef\xbb\xbf \n" * 1 + b" " * 100_000, 422),
        ("thing.exe", b"MZ\x90\x00" + b"\x00" * 600, 415),
        ("old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600, 415),
        ("plain.zip", papers.zipped({"a.txt": "words"}), 415),
    ],
)
async def test_what_is_not_read_is_refused_with_what_is(me: Person, name: str, data: bytes, status: int) -> None:
    answer = await try_upload(me, name, data)
    assert answer.status_code == status, answer.text
    assert len(answer.json()["detail"]) > 10


async def test_a_body_that_is_no_form_is_clear(me: Person) -> None:
    assert (await me.send("POST", "/documents", json={"title": "x"})).status_code == 422
    assert (await me.send("POST", "/documents", data={"title": "x"}, files={})).status_code == 422
    answer = await me.send("POST", "/documents", data={"title": "x"}, files={"other": ("a.txt", b"words")})
    assert answer.status_code == 422
    broken = await me.send(
        "POST", "/documents", content=b"--x\r\nContent", headers={"content-type": "multipart/form-data; boundary=x"}
    )
    assert broken.status_code == 422
    wrong = await try_upload(me, "a.txt", b"some words", contacts='[{"contact_id": "nobody"}]')
    assert wrong.status_code == 422
    assert wrong.json()["errors"][0]["loc"][:2] == ["body", "contacts"]


async def test_a_file_over_the_limit_is_413_and_leaves_nothing(me: Person, steward: Steward) -> None:
    incoming = steward.runtime.settings.home / "files" / "incoming"
    before = set(incoming.glob("*"))
    answer = await try_upload(me, "big.txt", b"word " * 20_200_000)
    assert answer.status_code == 413
    assert set(incoming.glob("*")) == before


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("locked.pdf", papers.pdf("secret words", password="x"), "password"),
        ("torn.pdf", papers.pdf("some words")[:200], "damaged"),
        ("bomb.docx", papers.bomb(), "unpack"),
        ("torn.docx", papers.word(["words"])[:1500], None),
    ],
)
async def test_what_can_not_be_read_says_why_and_is_not_tried_for_ever(
    me: Person, name: str, data: bytes, words: str | None
) -> None:
    answer = await try_upload(me, name, data)
    if words is None and answer.status_code == 415:
        return
    found = await settled(me, answer.json()["id"])
    assert found["enhancement_status"] == "failed"
    assert words is None or words in found["enhancement_error"]
    assert await me.count("async_jobs", "job_type = 'documents.enhance' and state in ('pending', 'failed')") == 0
    again = await me.send("POST", f"/documents/{found['id']}/enhance")
    assert again.status_code == 202
    assert (await settled(me, found["id"]))["enhancement_status"] == "failed"


async def test_a_wrong_extension_and_a_polyglot_are_told(me: Person) -> None:
    wrong = await filed(me, "photo.png", papers.pdf("Words of a page in a picture's name"))
    assert wrong["media_type"] == "application/pdf"
    assert ".png" in wrong["notices"][0]
    both = await filed(me, "both.pdf", papers.pdf("Words of a page and an archive") + papers.zipped({"a": "b"}))
    assert both["enhancement_status"] == "done"
    assert "several kinds" in both["notices"][0]


async def test_of_a_long_pdf_the_first_pages_are_read_and_that_is_told(me: Person) -> None:
    found = await filed(
        me, "long.pdf", papers.pdf(*[f"This is page number {n} of the long book" for n in range(1, 521)])
    )
    assert (found["pages"], found["enhancement_status"]) == (520, "done")
    assert "first 500" in found["notices"][0]
    hits = (await me.get("/search", q="page number 499"))["hits"]
    assert [hit["id"] for hit in hits] == [found["id"]]
    assert hits[0]["page"] >= 490


async def prescriptions(me: Person) -> tuple[dict[str, str], list[dict[str, object]]]:
    """Ana with two prescriptions, Bruno with one."""
    people = {name: (await me.post("/contacts", {"display_name": name}))["id"] for name in ("Ana Souza", "Bruno Lima")}
    first = await filed(me, "a.pdf", papers.pdf(papers.PRESCRIPTION))
    second = await filed(me, "b.txt", papers.PORTUGUESE.encode())
    text = "Prescription\nPatient: Bruno Lima\nIbuprofen 200 mg, one tablet every 8 hours\nDr. Carla Reis"
    third = await filed(me, "c.docx", papers.word(text.split("\n"), heading="Prescription"))
    return people, [first, second, third]


@pytest.mark.parametrize(
    ("question", "locale", "opening"),
    cases("documents", "papers_are_counted_by_person_and_kind_with_the_words_that_show_it"),
)
async def test_papers_are_counted_by_person_and_kind_with_the_words_that_show_it(
    counted: Person, question: str, locale: str, opening: str
) -> None:
    bundle = await counted.ask(question, locale=locale)
    assert bundle["answer"].startswith(opening), bundle["answer"]
    if "2" in opening:
        assert "Ana Souza" in bundle["answer"]
        assert {item["type"] for item in bundle["linked_items"]} == {"document"}


@pytest_asyncio.fixture(scope="module")
async def counted(steward: Steward) -> Person:
    person = await steward.person("Counting")
    await prescriptions(person)
    return person


async def test_whom_a_paper_is_about_is_read_from_it_with_the_evidence(me: Person) -> None:
    people, found = await prescriptions(me)
    links = {one["contact_id"]: one for one in found[0]["contacts"]}
    ana = links[people["Ana Souza"]]
    assert (ana["label"], ana["page"]) == ("Patient", 1)
    assert "Ana Souza" in ana["quote"]
    assert links[people["Bruno Lima"]]["label"] == "Doctor"
    await me.patch(f"/documents/{found[0]['id']}", {"contacts": []})
    await me.send("POST", f"/documents/{found[0]['id']}/enhance")
    assert (await settled(me, found[0]["id"]))["contacts"] == []
    assert (await me.ask("How many prescriptions does Ana have?"))["answer"].startswith("Ana Souza has")


async def test_of_a_relative_the_papers_are_looked_up_and_not_the_web(counted: Person) -> None:
    people = {one["display_name"]: one["id"] for one in (await counted.get("/contacts"))["items"]}
    await counted.patch(f"/contacts/{people['Ana Souza']}", {"tags": ["relation:sister"]})
    bundle = await counted.ask("How many prescriptions does my sister have?")
    assert bundle["run"]["intent"] == "memory_search"
    assert "web_search" not in bundle["run"]["visible_tools"]
    assert bundle["answer"].startswith("Ana Souza has 2 prescriptions")


async def test_what_a_paper_says_is_told_with_the_page(me: Person) -> None:
    made = await filed(me, "work.pdf", papers.pdf(*papers.CONTRACT), title="Employment contract")
    for question, locale, page in (
        ("What does my contract say about notice?", "en-US", "page 2"),
        ("O que diz o meu contrato sobre notice?", "pt-PT", "página 2"),
        ("¿Qué dice mi contrato sobre notice?", "es-ES", "página 2"),
    ):
        bundle = await me.ask(question, locale=locale)
        assert "three months" in bundle["answer"], bundle["answer"]
        assert page in bundle["answer"]
        assert bundle["linked_items"][0]["id"] == made["id"]
    nothing = await me.ask("What does my contract say about parking?")
    assert "found nothing" in nothing["answer"]
    assert "Employment contract" in nothing["answer"]


async def test_a_paper_is_meant_by_its_file_or_by_what_it_is_about(me: Person) -> None:
    made = await filed(me, "work.pdf", papers.pdf(*papers.CONTRACT), title="Employment")
    await filed(me, "bread.txt", b"Bread needs flour, water, salt and a night of patience.")
    for question, locale, page in (
        ("What does work.pdf say about notice?", "en-US", "page 2"),
        ("O que diz Work.pdf sobre notice?", "pt-PT", "página 2"),
        ("¿Qué dice work.pdf sobre notice?", "es-ES", "página 2"),
    ):
        bundle = await me.ask(question, locale=locale)
        assert "three months" in bundle["answer"], bundle["answer"]
        assert page in bundle["answer"]
        assert [one["id"] for one in bundle["linked_items"]] == [made["id"]]
    for question, locale, told in (
        ("What does lost.pdf say?", "en-US", "None of your documents is called “lost.pdf”."),
        ("O que diz perdido.pdf?", "pt-PT", "Nenhum dos seus documentos se chama “perdido.pdf”."),
        ("¿Qué dice perdido.pdf?", "es-ES", "Ninguno de tus documentos se llama “perdido.pdf”."),
    ):
        bundle = await me.ask(question, locale=locale)
        assert (bundle["answer"], bundle["linked_items"]) == (told, [])
    about = await me.ask("What does the document about flour say?")
    assert "flour" in about["answer"]
    assert "Employment" not in about["answer"]


async def test_a_list_that_is_cut_says_how_many_there_are(me: Person) -> None:
    for number in range(12):
        await upload(me, f"page{number}.txt", f"Page {number} of the log of the boat".encode())
    for question, locale, told, more in (
        ("List my documents", "en-US", "I found 12 documents:", "… and 4 more."),
        ("Mostra os meus documentos", "pt-PT", "Encontrei 12 documentos:", "… e mais 4."),
        ("Muéstrame mis documentos", "es-ES", "Encontré 12 documentos:", "… y 4 más."),
    ):
        lines = (await me.ask(question, locale=locale))["answer"].splitlines()
        assert (lines[0], lines[-1]) == (told, more)


async def test_a_question_with_a_document_is_answered_from_it(me: Person, steward: Steward) -> None:
    made = await upload(me, "work.docx", papers.word(papers.CONTRACT))
    bundle = await me.ask("What is the notice period?", attachments=[{"document_id": made["id"]}])
    assert "three months" in bundle["answer"]
    assert "Agreement" in bundle["answer"]
    other = await steward.person("Stranger")
    refused = await other.try_ask("What is this?", attachments=[{"document_id": made["id"]}])
    assert refused.status_code == 404


async def test_asking_after_erasing_finds_nothing_and_the_answer_before_is_redacted(me: Person) -> None:
    _, found = await prescriptions(me)
    before = await me.ask("How many prescriptions does Ana have?")
    assert "Amoxicillin" in before["answer"] or "Ana Souza" in before["answer"]
    receipts = [(await me.send("DELETE", f"/documents/{one['id']}")).json() for one in found[:2]]
    assert receipts[0]["redacted"]
    after = await me.ask("How many prescriptions does Ana have?")
    assert after["answer"].startswith("I found no prescriptions of Ana Souza")
    thread = await me.get(f"/threads/{before['thread_id']}/messages")
    assert "Patient" not in str(thread["items"])


async def test_documents_are_ingested_by_their_source_and_once(me: Person) -> None:
    items = [
        {"external_id": "1", "source": "drive", "text": papers.PRESCRIPTION, "tags": ["health"]},
        {
            "external_id": "2",
            "source": "drive",
            "filename": "work.pdf",
            "content_base64": base64.b64encode(papers.pdf(*papers.CONTRACT)).decode(),
        },
        {"external_id": "3", "source": "drive"},
        {"external_id": "4", "source": "drive", "content_base64": "no base64!"},
        {"external_id": "5", "source": "drive", "content_base64": base64.b64encode(b"\x7fELF\x00\x00").decode()},
        "no object",
    ]
    results = (await me.post("/ingest/document", items))["results"]
    assert [one["status"] for one in results] == ["created", "created", *["invalid"] * 4]
    assert [one["errors"][0]["loc"] for one in results[2:5]] == [["text"], ["content_base64"], ["content_base64"]]
    first, second = [await settled(me, one["id"]) for one in results[:2]]
    assert (first["title"], first["origin"], first["kinds"]) == ("Prescription", "third_party", ["prescription"])
    assert (second["filename"], second["pages"]) == ("work.pdf", 3)
    again = (await me.post("/ingest/document", items[:2]))["results"]
    assert [one["status"] for one in again] == ["unchanged", "unchanged"]
    await me.patch(f"/documents/{first['id']}", {"title": "Ana's"})
    changed = {**items[0], "text": "Another text about the lighthouse keeper", "title": "From the drive"}
    (result,) = (await me.post("/ingest/document", changed))["results"]
    assert (result["status"], result["id"]) == ("updated", first["id"])
    found = await settled(me, first["id"])
    assert found["title"] == "Ana's"
    assert [hit["id"] for hit in (await me.get("/search", q="lighthouse keeper"))["hits"]] == [first["id"]]
    assert (await me.get("/search", q="amoxicillin"))["hits"] == []
    content = await me.send("GET", f"/documents/{first['id']}/content")
    assert content.text == "Another text about the lighthouse keeper"
    await me.send("DELETE", f"/documents/{first['id']}")
    assert (await me.post("/ingest/document", items[:1]))["results"][0]["status"] == "erased"
    restored = (await me.post("/ingest/document", {**items[0], "restore": True}))["results"][0]
    assert restored["status"] == "created"


async def test_each_document_of_a_large_delivery_is_judged_for_itself(me: Person) -> None:
    ana = (await me.post("/contacts", {"display_name": "Ana Souza"}))["id"]
    plain = [{"external_id": f"d{at}", "source": "flood", "text": f"Lease number {at} of the flat"} for at in range(20)]
    items = [
        *plain,
        {"text": "The only copy of the will"},
        {"text": "The only copy of the will"},
        {"text": plain[0]["text"]},
        {"external_id": "b", "source": "flood", "text": " \n\t "},
        {"external_id": "l", "source": "flood", "text": "A letter to Ana", "contacts": [ana]},
        {"external_id": "n", "source": "flood", "text": "A letter to nobody", "contacts": [str(new_id())]},
        {**plain[1], "text": "Lease number 1, as it was changed"},
    ]
    results = (await me.post("/ingest/document", items))["results"]
    told = [one["status"] for one in results]
    assert told[:20] == ["created"] * 20
    assert told[20:] == ["created", "unchanged", "unchanged", "invalid", "created", "invalid", "updated"]
    assert (results[21]["id"], results[22]["id"], results[26]["id"]) == tuple(results[at]["id"] for at in (20, 0, 1))
    assert results[23]["errors"] == [{"loc": ["text"], "message": "The file has nothing but blanks."}]
    read = [await settled(me, one) for one in {one["id"] for one in results if one["id"]}]
    assert {one["enhancement_status"] for one in read} == {"done"}
    assert await me.count("documents") == 22
    for at, wanted in ((7, plain[7]["text"]), (26, "Lease number 1, as it was changed")):
        content = await me.send("GET", f"/documents/{results[at]['id']}/content")
        assert content.text == wanted
    again = (await me.post("/ingest/document", plain[2:]))["results"]
    assert [one["status"] for one in again] == ["unchanged"] * 18


async def test_the_list_narrows_by_kind_state_and_person(counted: Person) -> None:
    people = {one["display_name"]: one["id"] for one in (await counted.get("/contacts"))["items"]}
    listed = await counted.get("/documents", kind="prescription", contact_id=people["Ana Souza"], limit=1)
    assert len(listed["items"]) == 1
    assert listed["next_cursor"]
    assert len((await counted.get("/documents", enhancement_status="done"))["items"]) == 3
    assert (await counted.get("/documents", enhancement_status="failed"))["items"] == []
    written = await filed(counted, "roof.txt", "Telhado: três ORÇAMENTOS até sexta-feira".encode())
    for words in ("orcamentos", "roof sexta"):
        assert [one["id"] for one in (await counted.get("/documents", q=words))["items"]] == [written["id"]]
    wrong = await counted.send("GET", "/documents", params={"contact_id": "nobody"})
    assert wrong.status_code == 422


async def test_a_document_that_the_user_tags_is_what_they_say(me: Person) -> None:
    made = await filed(me, "note.txt", b"Amoxicillin for a week, says the doctor of the port")
    assert made["kinds"] == []
    answer = (await me.ask("How many prescriptions do I have?"))["answer"]
    assert answer.startswith("I found no prescriptions")
    await me.patch(f"/documents/{made['id']}", {"tags": ["Prescription"]})
    assert (await me.ask("How many prescriptions do I have?"))["answer"].startswith("You have 1 prescription")


async def test_an_orphan_is_swept_and_a_lost_file_is_told(me: Person, steward: Steward) -> None:
    made = await filed(me, "a.txt", b"words of a document that will be lost")
    files = steward.runtime.files
    nobodys = new_id()
    orphan = files.new(nobodys)
    orphan.write(b"nobody's")
    files.finish(orphan)
    path = files.incoming(nobodys)
    os.utime(path, (1, 1))
    owner = await steward.owner()
    await owner.post("/system/jobs/documents.sweep/run")
    await eventually(lambda: not path.exists())
    kept = files.path(me.id, UUID(made["id"]))
    assert kept is not None
    kept.unlink()
    assert (await me.send("GET", f"/documents/{made['id']}/content")).status_code == 404
    await me.send("POST", f"/documents/{made['id']}/enhance")
    found = await settled(me, made["id"], states=("failed",))
    assert "missing" in found["enhancement_error"]


async def test_a_file_whose_renaming_a_crash_cut_off_is_found(me: Person, steward: Steward) -> None:
    made = await filed(me, "a.txt", b"words of a document in the middle")
    files = steward.runtime.files
    kept = files.path(me.id, UUID(made["id"]))
    assert kept is not None
    kept.rename(files.incoming(UUID(made["id"])))
    assert (await me.send("GET", f"/documents/{made['id']}/content")).content == b"words of a document in the middle"
    assert kept.is_file()
