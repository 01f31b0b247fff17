"""The process that reads a document is killed in the middle: it is read after all, and nothing goes on by itself."""

from pathlib import Path

from tests.support import papers
from tests.support.filing import settled, upload
from tests.support.requirements import tesseract
from tests.support.served import Served, served
from tests.support.waiting import eventually


def fork_servers() -> set[int]:
    """Those that fork worker processes, of whatever server."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if b"worker_processes.fork_server" in words:
                found.add(int(entry.name))
    return found


def own(steward: Served) -> int:
    assert steward.process is not None
    return steward.process.pid


def children_of(parents: set[int]) -> set[int]:
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(status[1]) in parents:
                found.add(int(entry.name))
    return found


def alive(pids: set[int]) -> set[int]:
    found = set()
    for pid in pids:
        try:
            state = (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if state != "Z":
            found.add(pid)
    return found


async def test_a_process_killed_while_it_reads(tmp_path: Path) -> None:
    tesseract()
    home = tmp_path / "served"
    home.mkdir()
    async with served(home) as steward:
        steward.settings |= {"STEWARD_EMBED_MODEL": "off", "STEWARD_LLM_PROVIDER": "reader"}
        await steward.stop()
        await steward.start()
        async with steward.owner() as owner:
            made = await upload(
                owner, "scan.pdf", papers.scan(*[papers.PRESCRIPTION + f"\nPage {n}" for n in range(6)])
            )

            def at_work() -> list[set[int]]:
                servers = fork_servers() & children_of({own(steward)})
                reading = children_of(servers)
                return [servers, reading, children_of(reading)]

            servers, reading, drawn = await eventually(at_work, all)
        await steward.kill()
        await eventually(lambda: not alive(servers | reading | drawn))
        await steward.start()
        async with steward.owner() as owner:
            found = await settled(owner, made["id"])
            assert (found["enhancement_status"], found["pages"]) == ("done", 6)
            hits = (await owner.get("/search", q="amoxicillin"))["hits"]
            assert [hit["id"] for hit in hits] == [made["id"]]
            assert await owner.count("document_parts") == 6
        assert not children_of(fork_servers() & children_of({own(steward)}))
