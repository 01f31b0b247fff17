from tests.support.steward import Steward, Person
async def test_x(steward: Steward, ana: Person) -> None:
    await ana.post("/todos", {"title": "Buy milk"})
    steward.model.call("get_todos", {"status": "open"})
    steward.model.say("One thing: Buy milk.")
    told = await ana.ask("What is on my list?")
    print(told, steward.offered())
    print(await ana.get(f"/runs/{told['run']['id']}"))
    print(steward.prompt())
    told = await ana.follow("hello there, is it about time?")
    print(told.names)
