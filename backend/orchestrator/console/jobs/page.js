// What of the background work is on the screen? All that Steward does by itself, or what became of one job.

import { page } from "../pages/shell.js";
import { ready } from "./words.js";

export const open = page({
  name: "jobs",
  words: ready,
  views: { list: () => import("./list.js"), job: () => import("./job.js") },
  read: ([name]) => (name ? ["job", name] : ["list"]),
});
