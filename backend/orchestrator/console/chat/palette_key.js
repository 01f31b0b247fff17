// What does Ctrl K do? It opens what finds every page, act and thing; that is loaded when it is first wanted.

import { Unreachable } from "./api.js";
import { noteError } from "./notices.js";

export async function openPalette() {
  try {
    const { open } = await import("../palette/palette.js");
    await open();
  } catch (error) {
    noteError(error instanceof TypeError ? new Unreachable() : error);
  }
}

/** `may()`: whether somebody is signed in. */
export function installPalette(may) {
  addEventListener("keydown", (event) => {
    const wanted = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "k";
    if (!wanted || !may()) return;
    event.preventDefault();
    openPalette();
  });
}
