// What are people to each other, and where do they live and work? Links to others and to places, made and taken away here.

import { get, post, remove } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { line } from "../curation/controls.js";
import { form } from "../curation/form.js";
import { named, nameOf } from "../curation/names.js";
import { picker } from "../curation/picker.js";
import { inWords } from "../curation/troubles.js";
import { circle } from "./circle.js";
import { linked } from "../chat/linked.js";

/** The section of who is what to them; `show(person)` draws the page anew. */
export function relationsPart(person, show) {
  const drawn = el("div", { class: "circle-place" });
  Promise.all(person.relationships.map(async (one) => ({ ...one, name: await nameOf("contact", one.contact_id) }))).then(
    (others) => fill(drawn, circle(person.display_name, others)),
  );
  return links(person, show, {
    title: t("people.relations"),
    nothing: t("people.no_relations"),
    items: person.relationships.map((one) => ({ ...one, type: "contact", id: one.contact_id })),
    path: `/contacts/${person.id}/relationships`,
    drawn,
    fields: () => {
      const who = picker("contact_id", t("people.who"), null, { types: ["contact"], single: true });
      const label = line("label", t("people.is_to_them", { name: person.display_name }), null, { hint: t("people.label_hint") });
      return [who, label];
    },
    add: t("people.add_relation"),
  });
}

/** The section of their places. */
export function placesPart(person, show) {
  return links(person, show, {
    title: t("people.places"),
    nothing: t("people.no_places"),
    items: person.places.map((one) => ({ ...one, type: "place", id: one.place_id })),
    path: `/contacts/${person.id}/places`,
    fields: () => [
      picker("place_id", t("people.place"), null, { types: ["place"], single: true }),
      line("label", t("people.place_label"), null, { hint: t("people.place_hint") }),
    ],
    add: t("people.add_place"),
  });
}

function links(person, show, { title, nothing, items, path, fields, add, drawn = null }) {
  return el(
    "section",
    { class: "part" },
    el("h4", {}, title),
    drawn,
    items.length
      ? el(
          "ul",
          { class: "plain-list" },
          items.map((one) => row(one)),
        )
      : el("p", { class: "quiet" }, nothing),
    adding(),
  );

  function row({ type, id, label }) {
    const name = el("span", {}, linked(type, id, named(type, id)));
    const drop = el("button", { class: "plain small square", type: "button", onclick: () => part(id) }, icon("cross"));
    drop.setAttribute("aria-label", t("people.take_away"));
    nameOf(type, id).then((said) => drop.setAttribute("aria-label", t("people.take_away_one", { name: said })));
    return el("li", { class: "with-act" }, el("span", {}, name, label && el("span", { class: "quiet" }, ` ${label}`)), drop);
  }

  async function part(id) {
    try {
      await remove(`${path}/${id}`);
      note(t("people.taken_away"));
    } catch (error) {
      note(inWords(error), { wrong: true });
    }
    await again();
  }

  async function again() {
    show(await get(`/contacts/${person.id}`));
  }

  function adding() {
    const body = el("div", {});
    const node = el("details", {}, el("summary", {}, add), body);
    node.addEventListener("toggle", () => {
      if (!node.open || body.firstChild) return;
      const controls = fields();
      const content = el(
        "div",
        {},
        controls.map((one) => one.node),
      );
      fill(
        body,
        form({
          content,
          controls: () => controls,
          label: add,
          send: () => post(path, Object.fromEntries(controls.map((one) => [one.path, one.value()]))),
          done: (now) => {
            note(t("people.linked"));
            show(now);
          },
        }),
      );
      controls[0].input.focus();
    });
    return node;
  }
}
