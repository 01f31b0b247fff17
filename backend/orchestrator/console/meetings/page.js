// Which view of the meetings is on the screen? All of them, or one.

import { page } from "../pages/shell.js";
import { ready } from "./words.js";

export const open = page({
  name: "meetings",
  words: ready,
  views: { list: () => import("./list.js"), meeting: () => import("./meeting.js") },
  read: (parts) => (parts.length ? ["meeting", parts.join("/")] : ["list"]),
});
