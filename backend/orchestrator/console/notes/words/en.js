// What the pages of notes say in English. Every name here has to stand in the other languages too (a test sees to it).

export const en = {
  "notes.title": "Notes",
  "notes.all": "All notes",
  "notes.search": "Search notes",
  "notes.about": "What you noted down yourself.",
  "notes.observations": "What agents observed is in the memory.",
  "notes.add": "Write a note",
  "notes.edit": "Edit",
  "notes.edit_one": "Edit: {text}",
  "notes.edit_title": "Edit the note",
  "notes.none": "There is no note yet.",
  "notes.none_text": "Write one here, or say “note that the boiler's pressure should be 1.4 bar” in a conversation.",
  "notes.none_such": "No note says that.",
  "notes.saved": "The note is saved.",
  "notes.erase": "Erase this note?",
  "notes.erased": "The note was erased.",
  "notes.field.text": "Text",
  "notes.field.tags": "Tags",
  "notes.markdown": "Markdown works: **bold**, - lists, # headings.",
  "notes.looks_so": "How it looks",
};
