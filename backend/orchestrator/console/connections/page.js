// What is Steward connected to? Calendars and address books elsewhere, skills, and MCP servers.

import { page } from "../pages/shell.js";
import { ready } from "./words.js";

export const open = page({
  name: "connections",
  words: ready,
  tabs: [
    ["accounts", "#/connections", "connections.tab.accounts"],
    ["skills", "#/connections/skills", "connections.tab.skills"],
    ["servers", "#/connections/servers", "connections.tab.servers"],
  ],
  views: {
    accounts: () => import("./accounts.js"),
    skills: () => import("./skills.js"),
    servers: () => import("./servers.js"),
  },
  read: ([first]) => [first === "skills" || first === "servers" ? first : "accounts"],
});
