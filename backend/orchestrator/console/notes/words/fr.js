// What the pages of notes say in French. Every name here has to stand in the other languages too (a test sees to it).

export const fr = {
  "notes.title": "Notes",
  "notes.all": "Toutes les notes",
  "notes.search": "Chercher une note",
  "notes.about": "Ce que tu as noté toi-même.",
  "notes.observations": "Ce que les agents ont observé est dans la mémoire.",
  "notes.add": "Écrire une note",
  "notes.edit": "Modifier",
  "notes.edit_one": "Modifier : {text}",
  "notes.edit_title": "Modifier la note",
  "notes.none": "Il n'y a pas encore de note.",
  "notes.none_text": "Écris-en une ici, ou dis « note que la chaudière doit être à 1,4 bar » dans une conversation.",
  "notes.none_such": "Aucune note ne dit cela.",
  "notes.saved": "La note est enregistrée.",
  "notes.erase": "Effacer cette note ?",
  "notes.erased": "La note a été effacée.",
  "notes.field.text": "Texte",
  "notes.field.tags": "Étiquettes",
  "notes.markdown": "Markdown fonctionne : **gras**, - listes, # titres.",
  "notes.looks_so": "Ce que cela donne",
};
