// What is said of somebody? Facts, documents that they stand in, and the user's own notes.

import { get, withQuery } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { factAddress, linkButton } from "../curation/parts.js";
import { linked } from "../chat/linked.js";
import { loaded } from "../pages/loaded.js";

const MOST = 20;

export function factsPart(person) {
  const write = `#/memory/write?${new URLSearchParams({ subject: person.display_name })}`;
  return loaded(t("people.facts"), async () => {
    const asked = [
      { subject: person.display_name },
      { scope: `person:${person.id}` },
      ...person.nicknames.slice(0, 3).map((subject) => ({ subject })),
    ];
    const pages = await Promise.all(asked.map((one) => get(withQuery("/facts", { limit: MOST, ...one }))));
    const found = new Map(pages.flatMap((page) => page.items).map((fact) => [fact.id, fact]));
    return [
      listOf([...found.values()], (fact) => el("a", { href: factAddress(fact.id) }, fact.text), t("people.no_facts")),
      el("div", { class: "buttons" }, linkButton(t("people.write_fact"), write, { kind: "small" })),
    ];
  }).node;
}

export function documentsPart(person) {
  return loaded(t("people.documents"), async () => {
    const { items } = await get(withQuery("/documents", { contact_id: person.id, limit: MOST }));
    const row = (one) => [
      linked("document", one.id, one.title),
      one.contacts.find((each) => each.contact_id === person.id)?.label &&
        el("span", { class: "quiet small" }, ` ${one.contacts.find((each) => each.contact_id === person.id).label}`),
    ];
    return listOf(items, row, t("people.no_documents"));
  }).node;
}

export function notesPart(person) {
  return loaded(t("people.own_notes"), async () => {
    const { hits } = await get(withQuery("/search", { q: ".", kinds: "note", subjects: person.id, limit: MOST }));
    const found = await Promise.all(hits.map(({ id }) => get(`/notes/${id}`)));
    const own = found.filter(({ agent }) => agent === null); // what agents observed is in the memory
    return own.length ? listOf(own, ({ id, text }) => linked("note", id, text), "") : null;
  }).node;
}

function listOf(items, row, nothing) {
  if (!items.length) return el("p", { class: "quiet" }, nothing);
  return el(
    "ul",
    { class: "plain-list" },
    items.map((one) => el("li", { class: "said" }, row(one))),
  );
}
