// Which view of the missions is on the screen? All of them, one, or the form that begins one.

import { page } from "../pages/shell.js";
import { ready } from "./words.js";

export const open = page({
  name: "missions",
  words: ready,
  views: { list: () => import("./list.js"), begin: () => import("./begin.js"), mission: () => import("./mission.js") },
  read: ([id]) => (id === "new" ? ["begin"] : id ? ["mission", id] : ["list"]),
});
