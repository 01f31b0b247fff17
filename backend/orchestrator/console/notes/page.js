// Which view of the notes is on the screen? The list, or one that is written.

import { page } from "../pages/shell.js";
import { ready } from "./words.js";

export const open = page({
  name: "notes",
  words: ready,
  views: { list: () => import("./list.js"), edit: () => import("./edit.js") },
  read: ([id]) => (!id ? ["list"] : id === "new" ? ["edit"] : ["edit", id]),
});
