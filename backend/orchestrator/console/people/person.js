// Who is that? What is known of one person, part by part; each part asks for itself and says when it can't.

import { get } from "../chat/api.js";
import { el, fill } from "../chat/dom.js";
import { icon } from "../chat/icons.js";
import { note } from "../chat/notices.js";
import { t } from "../chat/words.js";
import { tell, told } from "../curation/arrived.js";
import { erase } from "../curation/erasing.js";
import { button, linkButton } from "../curation/parts.js";
import { trouble } from "../curation/troubles.js";
import { ageWords, birthdayOf } from "./birthdays.js";
import { documentsPart, factsPart, notesPart } from "./about.js";
import { face } from "./faces.js";
import { meetingsPart } from "./together.js";
import { placesPart, relationsPart } from "./relations.js";
import { mergePerson } from "./same.js";
import { voicePart } from "./voice.js";

export function view({ id }) {
  const place = el("div", { class: "person", "aria-busy": "true" }, el("p", { class: "quiet progress" }, t("loading")));
  load();

  /** `news`: what was just merged, or taken back. */
  async function load(news = null) {
    try {
      show(await get(`/contacts/${encodeURIComponent(id)}`));
      if (news) place.prepend(news);
    } catch (error) {
      fill(place, trouble(error, error.status === 404 ? null : () => load(news)));
    }
    place.removeAttribute("aria-busy");
  }

  function show(person) {
    const heading = el("h3", { tabIndex: -1 }, person.display_name);
    fill(
      place,
      told(),
      el(
        "header",
        { class: "person-head" },
        face(person.display_name),
        el(
          "div",
          {},
          heading,
          el("p", { class: "quiet" }, [person.title, person.organization].filter(Boolean).join(", ")),
        ),
        el(
          "div",
          { class: "buttons" },
          linkButton(t("people.edit"), `#/people/${id}/edit`, { sign: "pencil", kind: "small" }),
          button(t("m.merge"), () => mergePerson(person, load), { kind: "small" }),
          button(t("erase"), () => gone(person), { sign: "bin", kind: "small" }),
        ),
      ),
      el(
        "div",
        { class: "person-parts" },
        details(person),
        meetingsPart(person),
        relationsPart(person, show),
        placesPart(person, show),
        factsPart(person),
        documentsPart(person),
        notesPart(person),
        voicePart(person),
      ),
    );
    heading.focus();
  }
  return el("div", {}, el("p", { class: "back" }, el("a", { href: "#/people" }, icon("left"), t("people.all"))), place);
}

async function gone(person) {
  const went = await erase(t("people.erase", { name: person.display_name }), [person], (one) => `/contacts/${one.id}`);
  if (!went.length) return;
  tell(t("people.erased", { name: person.display_name }));
  location.hash = "#/people";
}

function details(person) {
  const birthday = birthdayOf(person.birthday);
  const rows = [
    [t("people.nicknames"), [...person.nicknames, ...person.aliases].join(", ")],
    [t("people.emails"), addresses(person.emails, "mailto:")],
    [t("people.phones"), addresses(person.phones, "tel:")],
    [t("people.birthday"), birthday && [birthday.said, ageWords(birthday), birthday.soon].filter(Boolean).join(" · ")],
    [t("people.groups"), person.groups.join(", ")],
    [t("people.tags"), person.tags.join(", ")],
    [t("people.notes"), person.notes && el("span", { class: "said" }, person.notes)],
    [t("people.from"), person.source && person.origin === "third_party" ? person.source : null],
  ].filter(([, value]) => (Array.isArray(value) ? value.length : value));
  return el(
    "section",
    { class: "part" },
    el("h4", {}, t("people.details")),
    rows.length
      ? el(
          "dl",
          { class: "fields" },
          rows.map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
        )
      : el("p", { class: "quiet" }, t("people.no_details")),
  );
}

/** As links, so that a phone may write or call; with a way to copy each. */
function addresses(values, scheme) {
  return values.map(({ value, label }) =>
    el(
      "p",
      { class: "address" },
      el("a", { href: scheme + value.replace(/[\s()]/g, "") }, value),
      label && el("span", { class: "quiet small" }, label),
      button("", () => copy(value), { sign: "copy", kind: "plain small square", "aria-label": t("people.copy", { value }) }),
    ),
  );
}

async function copy(value) {
  try {
    await navigator.clipboard.writeText(value);
    note(t("people.copied", { value }));
  } catch {
    note(t("people.not_copied"), { wrong: true });
  }
}
