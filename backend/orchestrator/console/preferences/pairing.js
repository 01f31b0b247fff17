// How does a phone come in? With a code that is good once, and the same as a picture for its camera.

import { post } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { dialog } from "../curation/dialog.js";
import { button, moment } from "../curation/parts.js";
import { inWords } from "../curation/troubles.js";

const SVG = "http://www.w3.org/2000/svg";
const QUIET_ZONE = 4; // light squares around the code, as its standard has it
const HERE_ALONE = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The part of the page; `changed()` once the dialog is shut: the phone may have come in meanwhile. */
export function pairingPart(changed) {
  const press = button(t("settings.pair"), async () => {
    press.disabled = true;
    try {
      await shown(await post("/auth/codes", {}));
      changed();
    } catch (error) {
      note(inWords(error), { wrong: true });
    }
    press.disabled = false;
    press.focus();
  }, { sign: "plus" });
  return el("section", { class: "part" }, el("h3", {}, t("settings.pair_title")), el("p", { class: "quiet" }, t("settings.pair_about")), el("p", { class: "buttons" }, press));
}

const shown = ({ code, url, qr, expires_at: until }) =>
  dialog(t("settings.pair_title"), (close) => [
    el("p", {}, t("settings.pair_how")),
    picture(qr),
    el("p", { class: "pair-code" }, el("code", {}, code)),
    el("p", { class: "quiet small" }, el("code", { class: "address" }, url)),
    HERE_ALONE.has(new URL(url).hostname) && el("p", { class: "wrong small" }, t("settings.pair_here_alone")),
    el("p", { class: "quiet small" }, t("settings.pair_until", { when: moment(until) })),
    el("div", { class: "buttons" }, button(t("close"), () => close(), { kind: "primary" })),
  ]);

/** Dark squares on a light ground, whatever the theme: cameras want it so. */
function picture(rows) {
  const side = rows.length + 2 * QUIET_ZONE;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${side} ${side}`);
  svg.setAttribute("class", "qr");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", t("settings.pair_picture"));
  const path = document.createElementNS(SVG, "path");
  const squares = rows.flatMap((row, y) => [...row].map((dark, x) => dark === "1" && `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`));
  path.setAttribute("d", squares.filter(Boolean).join(""));
  svg.append(path);
  return svg;
}
