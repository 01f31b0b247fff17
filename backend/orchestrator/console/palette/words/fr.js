// What the palette says in French. Every name here has to stand in the other languages too (a test sees to it).

export const fr = {
  "palette.title": "Aller, trouver, faire",
  "palette.hint": "Une page, un nom, ou que faire",
  "palette.none": "Rien de ce nom.",
  "palette.page": "page",
  "palette.act": "faire",
  "palette.act.talk": "Commencer une conversation",
  "palette.act.todo": "Ajouter une tâche",
  "palette.act.note": "Écrire une note",
  "palette.act.person": "Ajouter une personne",
  "palette.act.place": "Ajouter un lieu",
  "palette.act.mission": "Commencer une mission",
  "palette.act.event": "Ajouter un événement",
  "palette.act.document": "Envoyer un document",
  "palette.act.fact": "Dire quelque chose à retenir",
  "palette.act.rule": "Écrire une règle",
  "palette.act.pair": "Associer un téléphone",
  "palette.act.token": "Créer ou révoquer un jeton",
  "palette.act.backup": "Exporter, importer, sauvegarder",
  "palette.act.erase": "Effacer beaucoup d’un coup",
  "palette.act.out": "Se déconnecter",
};
