// What does the page say of this browser: that it is pushed to, or what is missing and what to do about it?

import { el, fill } from "../chat/dom.js";
import { saying } from "../chat/errors.js";
import { icon } from "../chat/icons.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { NotSubscribed, state, switchOff, switchOn } from "./this_browser.js";

/** Draw it into `place`; `changed()` after it was switched on or off. */
export async function thisBrowser(place, devices, changed) {
  const now = await state(devices);
  if (now === "on") fill(place, said("check", t("p.on")), button(t("p.switch_off"), switchOff, "p.is_off"));
  else if (now === "off") fill(place, el("p", {}, t("p.off")), button(t("p.switch_on"), switchOn, "p.is_on", "primary"));
  else fill(place, said("alert", t(`p.${now}`)), now === "insecure" && ways());

  function button(label, act, done, kind) {
    const node = el("button", { type: "button", class: kind, onclick: press }, label);
    async function press() {
      node.disabled = true;
      node.textContent = t("p.working");
      try {
        await act();
        note(t(done));
      } catch (error) {
        note(error instanceof NotSubscribed ? t(`p.failed_${error.message}`) : saying(error), { wrong: true });
      }
      await changed();
      (place.querySelector("button") ?? place.closest("section").querySelector("h2")).focus();
    }
    return el("div", { class: "buttons" }, node);
  }
}

const said = (sign, text) => el("p", { class: "push-state" }, icon(sign), el("span", {}, text));

/** Ways to HTTPS at home. */
function ways() {
  return el(
    "ul",
    { class: "push-ways" },
    ["p.way_tailscale", "p.way_dns", "p.way_caddy", "p.way_own"].map((name) => el("li", {}, t(name))),
  );
}
