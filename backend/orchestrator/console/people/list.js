// Whom does the user know? All of them by name, found by typing; cards come in and go out as a file.

import { get, withQuery } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { region, t } from "../chat/words.js";
import { told } from "../curation/arrived.js";
import { Filters, search } from "../curation/filters.js";
import { PagedList } from "../curation/list.js";
import { button, empty, linkButton } from "../curation/parts.js";
import { takeIn, giveOut } from "./card_files.js";
import { birthdayOf } from "./birthdays.js";
import { face, personAddress } from "./faces.js";

const PAGE = 1000; // an address book is read by name, and the server gives the newest first: so all of it, at once

export function view({ query }) {
  const filters = new Filters("/people", [search(query, t("people.search"))], () => list.reload());
  const list = new PagedList({
    label: t("people.title"),
    load: async (cursor) => {
      const page = await get(withQuery("/contacts", { limit: PAGE, cursor, ...filters.values() }));
      const letters = new Intl.Collator(region());
      page.items.sort((one, other) => letters.compare(one.display_name, other.display_name));
      return page;
    },
    row,
    empty: () =>
      filters.any
        ? empty(t("people.nobody_found"), t("people.nobody_found_text"))
        : empty(t("people.nobody"), t("people.nobody_text"), linkButton(t("people.add"), "#/people/new", { sign: "plus" })),
  });
  const place = el("div", {});
  list.reload();
  return el(
    "div",
    {},
    told(),
    el(
      "div",
      { class: "head" },
      filters.node,
      el(
        "div",
        { class: "buttons" },
        linkButton(t("people.add"), "#/people/new", { sign: "plus", kind: "small" }),
        button(t("people.import"), () => takeIn(place, () => list.reload()), { kind: "small" }),
        button(t("people.export"), giveOut, { kind: "small" }),
      ),
    ),
    place,
    list.node,
  );
}

function row(person) {
  const birthday = birthdayOf(person.birthday);
  const about = [person.title, person.organization].filter(Boolean).join(", ");
  return el(
    "li",
    { class: "row person-row", dataset: { person: person.id } },
    face(person.display_name),
    el(
      "div",
      {},
      el("a", { class: "said", href: personAddress(person.id) }, person.display_name),
      el(
        "p",
        { class: "meta" },
        about && el("span", {}, about),
        person.nicknames.length > 0 && el("span", {}, person.nicknames.join(", ")),
        birthday?.soon && el("span", { class: "mark" }, birthday.soon),
        person.groups.map((name) => el("span", { class: "mark" }, name)),
      ),
    ),
  );
}
