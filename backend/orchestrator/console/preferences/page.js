// Which settings are on the screen? One's own, who may come in, what answers, and one's data.

import { page } from "../pages/shell.js";
import { ready } from "./words.js";

const VIEWS = {
  own: () => import("./own.js"),
  access: () => import("./access.js"),
  machine: () => import("./machine.js"),
  data: () => import("./data.js"),
};

export const open = page({
  name: "settings",
  words: ready,
  tabs: Object.keys(VIEWS).map((view) => [view, view === "own" ? "#/settings" : `#/settings/${view}`, `settings.tab.${view}`]),
  views: VIEWS,
  read: ([first]) => [Object.hasOwn(VIEWS, first ?? "") ? first : "own"],
});
