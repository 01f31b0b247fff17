// Which view of the day is on the screen? There is one.

import { page } from "../pages/shell.js";
import { ready } from "./words.js";

export const open = page({
  name: "today",
  words: ready,
  views: { day: () => import("./day.js") },
  read: () => ["day"],
});
