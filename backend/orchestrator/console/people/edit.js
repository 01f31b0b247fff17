// How is somebody written down, or changed? A form; only what was changed is sent, and nobody's change is written over.

import { get, patch, post } from "../chat/api.js";
import { el } from "../chat/dom.js";
import { t } from "../chat/words.js";
import { tell } from "../curation/arrived.js";
import { Seen } from "../curation/conflict.js";
import { line, lines, text } from "../curation/controls.js";
import { form } from "../curation/form.js";
import { editing } from "../pages/editing.js";
import { changedOf, valuesOf } from "../pages/fields.js";
import { stored, typed } from "./birthdays.js";
import { personAddress } from "./faces.js";

export const view = ({ id }) => editing({ fetch: id && (() => get(`/contacts/${encodeURIComponent(id)}`)), written });

const LABELLED = /^(.*?)(?:,\s*([^,]*))?$/s; // "ana@example.org, home"

const asLine = ({ value, label }) => (label ? `${value}, ${label}` : value);

function fromLine(said) {
  const [, value, label] = LABELLED.exec(said);
  return { value: value.trim(), label: label?.trim() || null };
}

function labelled(path, label, given) {
  const control = lines(path, label, given.map(asLine), { hint: t("people.labelled_hint") });
  return { ...control, value: () => control.value().map(fromLine) };
}

/** Typed as days are written here. */
function birthday(given) {
  const hint = t("people.birthday_hint", { day: typed("1990-05-14"), short: typed("--05-14") });
  const control = line("birthday", t("people.birthday"), given && typed(given), { hint, max: 20 });
  return { ...control, value: () => control.value() && stored(control.value()) };
}

function written(person) {
  const given = (name) => person?.[name] ?? undefined;
  const controls = [
    line("display_name", t("people.name"), given("display_name"), { max: 500, required: true }),
    line("given_name", t("people.given_name"), given("given_name")),
    line("family_name", t("people.family_name"), given("family_name")),
    lines("nicknames", t("people.nicknames"), given("nicknames")),
    lines("aliases", t("people.aliases"), given("aliases")),
    labelled("emails", t("people.emails"), person?.emails ?? []),
    labelled("phones", t("people.phones"), person?.phones ?? []),
    line("organization", t("people.organization"), given("organization")),
    line("title", t("people.role"), given("title")),
    birthday(given("birthday")),
    lines("groups", t("people.groups"), given("groups")),
    lines("tags", t("people.tags"), given("tags")),
    text("notes", t("people.notes"), given("notes"), { max: 20_000 }),
  ];
  const before = valuesOf(controls);
  const seen = person && new Seen(`/contacts/${person.id}`, person, (one) => [one.display_name, one.notes].filter(Boolean).join("\n"));
  return form({
    content: el(
      "div",
      {},
      el("h3", { tabIndex: -1, dataset: { arrive: "" } }, person ? t("people.edit_title", { name: person.display_name }) : t("people.add")),
      el(
        "div",
        { class: "two-columns" },
        controls.map((one) => one.node),
      ),
      seen?.place,
    ),
    controls: () => controls,
    label: t("save"),
    send: () => {
      const now = valuesOf(controls);
      if (!person) return post("/contacts", Object.fromEntries(Object.entries(now).filter(([, value]) => present(value))));
      const changes = changedOf(before, now);
      if (!Object.keys(changes).length) return Promise.resolve(person);
      return patch(`/contacts/${person.id}`, changes, { version: seen.version });
    },
    done: (now) => {
      tell(t("people.saved", { name: now.display_name }));
      location.hash = personAddress(now.id);
    },
    failed: (error) => seen?.handle(error) ?? false,
    cancel: () => (location.hash = person ? personAddress(person.id) : "#/people"),
  });
}

const present = (value) => (Array.isArray(value) ? value.length > 0 : value !== null && value !== "");
