// Which proposals are on the screen? Events that may have been, voices and faces without a name, and what else waits.

import { page } from "../pages/shell.js";
import { ready } from "./words.js";

export const open = page({
  name: "proposals",
  words: ready,
  tabs: [
    ["events", "#/proposals", "proposals.tab.events"],
    ["voices", "#/proposals/voices", "proposals.tab.voices"],
    ["others", "#/proposals/others", "proposals.tab.others"],
  ],
  views: {
    events: () => import("./events.js"),
    voices: () => import("./voices.js"),
    others: () => import("./others.js"),
  },
  read: ([first]) => [first === "voices" || first === "others" ? first : "events"],
});
