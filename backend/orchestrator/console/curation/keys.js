// What do single keys do in a list? j and k or the arrows move, space or x chooses, the rest is what the list says.

import { el } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { tell } from "./dialog.js";

const MOVES = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Listen inside `node` for the rows' keys and `keys`: `{c: {act, words}}`. Never while something is written. */
export function onKeys(node, list, keys) {
  document.addEventListener("keydown", listen);

  function listen(event) {
    if (!node.isConnected) {
      document.removeEventListener("keydown", listen);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const on = event.target;
    if (on !== document.body && !on.closest(".memory")) return; // somewhere else on the page
    if (on.matches("input:not([type=checkbox]), textarea, select")) return;
    if (act(event.key, on)) event.preventDefault();
  }

  function act(key, on) {
    const boxes = [...list.list.querySelectorAll("input[type=checkbox]")];
    if (key in MOVES) {
      const at = boxes.indexOf(on.closest(".row")?.querySelector("input[type=checkbox]"));
      const next = at < 0 ? (MOVES[key] > 0 ? 0 : -1) : Math.max(0, Math.min(boxes.length - 1, at + MOVES[key]));
      boxes.at(next)?.focus();
      if (at === boxes.length - 1 && MOVES[key] > 0 && list.cursor) list.more();
      return boxes.length > 0;
    }
    if (key === "x") {
      on.closest(".row")?.querySelector("input[type=checkbox]")?.click();
      return true;
    }
    if (key === "?") {
      keysHelp(keys);
      return true;
    }
    if (!(key in keys)) return false;
    keys[key].act();
    return true;
  }
}

/** Say which keys there are. */
export function keysHelp(keys) {
  const rows = [
    ["j, ↓", t("m.key.down")],
    ["k, ↑", t("m.key.up")],
    ["space, x", t("m.key.choose")],
    ...Object.entries(keys).map(([key, { words }]) => [key, t(words)]),
    ["?", t("m.key.help")],
  ];
  return tell(
    t("m.keys"),
    el(
      "dl",
      { class: "fields keys" },
      rows.map(([key, what]) => [
        el(
          "dt",
          {},
          key.split(", ").map((one, at) => [at > 0 && " ", el("kbd", {}, one)]),
        ),
        el("dd", {}, what),
      ]),
    ),
  );
}
