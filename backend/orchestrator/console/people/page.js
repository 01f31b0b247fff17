// Which view of the people is on the screen? The list, one person, the form, who may be here twice, the groups.

import { page } from "../pages/shell.js";
import { ready } from "./words.js";

export const open = page({
  name: "people",
  words: ready,
  tabs: [
    ["list", "#/people", "people.all"],
    ["groups", "#/people/groups", "people.groups"],
    ["duplicates", "#/people/duplicates", "people.duplicates"],
  ],
  below: { person: "list", edit: "list" },
  views: {
    list: () => import("./list.js"),
    person: () => import("./person.js"),
    edit: () => import("./edit.js"),
    duplicates: () => import("./duplicates.js"),
    groups: () => import("./groups.js"),
  },
  read: ([first, second]) => {
    if (!first) return ["list"];
    if (first === "new") return ["edit"];
    if (first === "groups" || first === "duplicates") return [first, second];
    return second === "edit" ? ["edit", first] : ["person", first];
  },
});
