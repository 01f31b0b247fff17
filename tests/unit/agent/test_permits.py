"""How many turns work at once, and who is next?"""

import asyncio

from orchestrator.agent.turn.turn import Permit, Permits


class Line:
    """Turns that are told one by one what to do."""

    def __init__(self, most: int) -> None:
        self.places = Permits(most)
        self.at_work: list[str] = []
        self.events: dict[str, dict[str, asyncio.Event]] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def begin(self, name: str) -> None:
        """A turn that works, waits for a model once it may `think`, works again once it has an `answer`, and ends."""
        events = self.events[name] = {one: asyncio.Event() for one in ("think", "answer", "end", "cancelled")}

        async def turn() -> None:
            place = Permit(self.places)
            async with place.at_work(events["cancelled"]):
                self.at_work.append(name)
                await events["think"].wait()
                self.at_work.remove(name)
                async with place.elsewhere(events["cancelled"]):
                    await events["answer"].wait()
                self.at_work.append(name)
                await events["end"].wait()
                self.at_work.remove(name)

        self.tasks[name] = asyncio.create_task(turn())
        await settled()

    async def tell(self, name: str, event: str) -> None:
        self.events[name][event].set()
        await settled()

    async def close(self) -> None:
        for task in self.tasks.values():
            task.cancel()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)


async def settled() -> None:
    """Everybody went as far as they can."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_who_waits_for_a_model_gives_way_and_comes_back_before_those_who_have_not_begun() -> None:
    line = Line(1)
    for name in ("first", "second", "third"):
        await line.begin(name)
    assert line.at_work == ["first"]
    await line.tell("first", "think")
    assert line.at_work == ["second"]
    await line.tell("first", "answer")
    assert line.at_work == ["second"]
    await line.tell("second", "think")
    assert line.at_work == ["first"]
    await line.tell("first", "end")
    assert line.at_work == ["third"]
    await line.close()
    assert line.places.free == 1


async def test_who_is_cancelled_in_line_goes_on_at_once_and_takes_nobodys_place() -> None:
    line = Line(1)
    for name in ("first", "second", "third"):
        await line.begin(name)
    await line.tell("second", "cancelled")
    assert line.at_work == ["first", "second"]
    await line.tell("second", "think")
    await line.tell("second", "answer")
    await line.tell("second", "end")
    assert line.at_work == ["first"]
    await line.tell("first", "think")
    assert line.at_work == ["third"]
    await line.close()
    assert line.places.free == 1


async def test_a_task_that_ends_in_line_or_as_it_is_called_leaves_its_place_to_the_next() -> None:
    line = Line(1)
    for name in ("first", "second", "third", "fourth"):
        await line.begin(name)
    line.tasks["second"].cancel()
    await settled()
    line.events["first"]["think"].set()
    line.tasks["third"].cancel()  # in the moment in which it is its turn
    await settled()
    assert line.at_work == ["fourth"]
    await line.close()
    assert line.places.free == 1
