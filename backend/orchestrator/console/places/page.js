// Which view of the places is on the screen? All of them, one, or the form.

import { page } from "../pages/shell.js";
import { ready } from "./words.js";

export const open = page({
  name: "places",
  words: ready,
  views: { list: () => import("./list.js"), place: () => import("./place.js"), edit: () => import("./edit.js") },
  read: ([id, act]) => (!id ? ["list"] : id === "new" ? ["edit"] : act === "edit" ? ["edit", id] : ["place", id]),
});
