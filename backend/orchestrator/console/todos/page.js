// Which view of the to-dos is on the screen? The list, or the form of one.

import { page } from "../pages/shell.js";
import { ready } from "./words.js";

export const open = page({
  name: "todos",
  words: ready,
  views: { list: () => import("./list.js"), edit: () => import("./edit.js") },
  read: ([id]) => (!id ? ["list"] : id === "new" ? ["edit"] : ["edit", id]),
});
