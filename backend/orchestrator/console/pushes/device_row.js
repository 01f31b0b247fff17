// How does one device look, and what can be done with it? Tried, removed.

import { post, remove } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { saying } from "../chat/errors.js";
import { dayAndTime } from "../chat/format.js";
import { icon } from "../chat/icons.js";
import { announce, note } from "../chat/notices.js";
import { known, t } from "../chat/words.js";
import { device as own, rememberDevice } from "../chat/worker.js";

/** The `li` of a device; `changed()` after something was done with it. */
export function deviceRow(device, changed) {
  const name = device.name ?? device.host ?? device.platform ?? t(`p.kind.${device.kind}`);
  const test = el("button", { class: "small", type: "button", onclick: tried, "aria-label": t("p.test_one", { name }) }, t("p.test"));
  const drop = el(
    "button",
    { class: "plain small", type: "button", onclick: dropped, "aria-label": t("p.remove_one", { name }) },
    icon("bin"),
    t("p.remove"),
  );
  return el(
    "li",
    { dataset: { device: device.id } },
    el(
      "div",
      {},
      el("strong", {}, name, device.id === own() ? ` (${t("p.this")})` : ""),
      el("p", { class: "quiet small" }, [t(`p.kind.${device.kind}`), device.name && device.host].filter(Boolean).join(" · ")),
      el("p", { class: device.enabled ? "quiet small" : "wrong small" }, standing(device)),
    ),
    el("div", { class: "buttons" }, device.enabled && test, drop),
  );

  async function tried() {
    test.disabled = true;
    test.textContent = t("p.working");
    announce(t("p.working"));
    try {
      const became = await post(`/push/devices/${device.id}/test`);
      note(outcome(became), { wrong: ["failed", "unknown", "none"].includes(became.state) });
    } catch (error) {
      note(saying(error), { wrong: true });
    }
    await changed();
    document.querySelector(`[data-device="${device.id}"] button`)?.focus();
  }

  async function dropped() {
    drop.disabled = true;
    try {
      await remove(`/push/devices/${device.id}`);
      if (device.id === own()) rememberDevice(null);
      note(t("p.removed", { name }));
    } catch (error) {
      note(saying(error), { wrong: true });
    }
    await changed();
    document.querySelector(".push-page h2")?.focus();
  }
}

/** What became of the last push there, or why there is none any more. */
function standing({ enabled, disabled_reason: reason, last }) {
  if (!enabled) return t("p.ended", { why: known(`p.why.${reason}`, reason) });
  return last ? `${t("p.last")} ${outcome(last)}` : t("p.nothing_yet");
}

function outcome({ state, sent_at: sent, held_until: until, error, detail }) {
  if (state === "sent") return sent ? t("p.sent_at", { when: dayAndTime(sent) }) : t("p.sent");
  if (state === "held") return t("p.held", { when: dayAndTime(until) });
  const why = detail || known(`p.why.${error}`, error ?? "");
  return [t(`p.state.${state}`), why].filter(Boolean).join(" ");
}
