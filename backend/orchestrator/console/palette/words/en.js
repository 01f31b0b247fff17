// What the palette says in English. Every name here has to stand in the other languages too (a test sees to it).

export const en = {
  "palette.title": "Go to, find, do",
  "palette.hint": "A page, a name, or what to do",
  "palette.none": "Nothing of that name.",
  "palette.page": "page",
  "palette.act": "do",
  "palette.act.talk": "Begin a conversation",
  "palette.act.todo": "Add a to-do",
  "palette.act.note": "Write a note",
  "palette.act.person": "Add a person",
  "palette.act.place": "Add a place",
  "palette.act.mission": "Begin a mission",
  "palette.act.event": "Add an event",
  "palette.act.document": "Upload a document",
  "palette.act.fact": "Tell something to be remembered",
  "palette.act.rule": "Write a rule",
  "palette.act.pair": "Pair a phone",
  "palette.act.token": "Make or revoke a token",
  "palette.act.backup": "Export, import, back up",
  "palette.act.erase": "Erase much at once",
  "palette.act.out": "Sign out",
};
