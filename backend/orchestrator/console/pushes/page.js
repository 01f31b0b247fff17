// Where is a user pushed to? This browser, with what it still needs; all their devices; and a form for further ones.

import { get } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { saying } from "../chat/errors.js";
import { t } from "../chat/words.js";
import { addForms } from "./add.js";
import { deviceRow } from "./device_row.js";
import { thisBrowser } from "./this_browser_view.js";
import { ready } from "./words.js";

/** The page `#/notifications`. */
export async function open() {
  await ready();
  const here = el("div", { class: "push-here", role: "status" });
  const list = el("div", {}, el("p", { class: "quiet" }, t("loading")));

  async function draw() {
    try {
      const { items } = await get("/push/devices");
      await thisBrowser(here, items, draw);
      const rows = items.map((device) => deviceRow(device, draw));
      fill(list, rows.length ? el("ul", { class: "push-devices" }, rows) : el("p", { class: "quiet" }, t("p.none")));
    } catch (error) {
      fill(list, el("p", { class: "wrong", role: "alert" }, saying(error)));
    }
  }

  draw();
  return el(
    "section",
    { class: "page push-page" },
    el("h2", { tabIndex: -1 }, t("notifications")),
    el("p", { class: "lead" }, t("p.lead")),
    el("h3", {}, t("p.here")),
    here,
    el("h3", {}, t("p.devices")),
    list,
    el("h3", {}, t("p.more")),
    addForms(draw),
  );
}
