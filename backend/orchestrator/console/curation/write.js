// How is a fact or rule written by hand, or an existing one put in other terms? One form for all of its fields.

import { get, patch, post } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { t } from "../chat/words.js";
import { tell } from "./arrived.js";
import { Seen } from "./conflict.js";
import { factFields } from "./fact_fields.js";
import { form } from "./form.js";
import { trouble } from "./troubles.js";

/** `#/memory/write` a fact, `?subject=…` about somebody, `?kind=rule` a rule, `/ID` change that one. */
export function view({ id, query }) {
  const place = el("div");
  const heading = el("h3", { tabIndex: -1 });
  const back = id ? `#/memory/fact/${encodeURIComponent(id)}` : "#/memory/facts";
  if (id) load();
  else draw(null, query.kind === "rule");

  async function load() {
    fill(place, el("p", { class: "quiet progress" }, t("loading")));
    heading.textContent = t("m.edit_fields");
    try {
      const fact = await get(`/facts/${encodeURIComponent(id)}`);
      draw(fact, fact.kind === "hard_rule");
    } catch (error) {
      fill(place, trouble(error, error.status === 404 ? null : load));
    }
  }

  function draw(fact, rule) {
    heading.textContent = fact ? t(rule ? "m.edit_rule" : "m.edit_fields") : t(rule ? "m.write_rule" : "m.write_fact");
    const subjects = query.subject ? [query.subject] : [];
    const fresh = { text: "", category: rule ? "preference" : "fact", subjects };
    const fields = factFields(fact ?? fresh, { rule, times: true });
    const seen = fact && new Seen(`/facts/${fact.id}`, fact);
    const route = rule ? "/rules" : "/facts";
    const change = () =>
      fact.trust === "proposed"
        ? patch(`/facts/${fact.id}`, fields.value(), { version: seen.version })
        : patch(`${route}/${fact.id}`, fields.value(), { version: seen.version });
    fill(
      place,
      el("p", { class: "quiet" }, t(fact ? "m.edit_about" : rule ? "m.write_rule_about" : "m.write_fact_about")),
      form({
        content: el("div", {}, fields.node, seen?.place),
        controls: fields.controls,
        label: t("save"),
        send: () => (fact ? change() : fields.settled().then(() => post(route, fields.value()))),
        done: (made) => {
          tell(fact ? t("m.saved") : t(rule ? "m.rule_binds" : "m.fact_kept"));
          location.hash = made.trust === "proposed" ? "#/memory/proposals" : `#/memory/fact/${made.id}`;
        },
        failed: (error) => Boolean(seen?.handle(error)),
        cancel: () => (location.hash = back),
      }),
    );
    const text = place.querySelector("textarea");
    text.dataset.arrive = ""; // of a new one: it is on the page a moment from now
    text.focus();
  }

  return el(
    "div",
    { class: "narrow" },
    el("p", { class: "back" }, el("a", { href: back }, icon("left"), t("back"))),
    heading,
    place,
  );
}
