// Which view of the documents is on the screen? All of them, or one.

import { page } from "../pages/shell.js";
import { ready } from "./words.js";

export const open = page({
  name: "documents",
  words: ready,
  views: { list: () => import("./list.js"), one: () => import("./document.js") },
  read: ([id]) => (id ? ["one", id] : ["list"]),
});
