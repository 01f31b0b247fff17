// How is a card changed by hand? As the console does it: its editable fields as text, and only what was changed is sent.
// Wall times stay in the card's own zone: what is shown is what is sent.

import type { Schemas } from "@/api/api";
import { Problem } from "@/api/problem";

type Preview = Schemas["PreviewOut"];
export type Kind = "flag" | "lines" | "moment" | "date" | "number" | "long" | "line";
export type Field = { name: string; kind: Kind; text: string; on: boolean };
export type Edits = Record<string, unknown>;

const LONG = new Set(["description", "notes", "text", "body"]);
const DATES = new Set(["birthday"]);
const MIDDAY = "09:00"; // of a whole day that gets a time
const DATE = 10; // characters of 2027-03-05
const MOMENT = 16; // and of 2027-03-05T12:30

export function fieldsOf({ editable_fields: names, draft }: Preview): Field[] {
  return names.map((name) => {
    const given = draft[name] ?? null;
    const kind = kindOf(name, given, draft.all_day === true);
    return { name, kind, text: textOf(kind, given), on: given === true };
  });
}

/** What differs from the card. */
export function editsOf(preview: Preview, fields: readonly Field[]): Edits {
  const before = new Map(fieldsOf(preview).map((field) => [field.name, field]));
  const changed = fields.filter((field) => !same(before.get(field.name), field));
  return Object.fromEntries(changed.map((field) => [field.name, valueOf(field, preview.draft[field.name])]));
}

/** After a change of `name`; a whole day has dates, another has times. */
export function withChange(fields: readonly Field[], name: string, to: string | boolean): Field[] {
  const changed = fields.map((field) =>
    field.name === name ? { ...field, ...(typeof to === "boolean" ? { on: to } : { text: to }) } : field,
  );
  if (name !== "all_day" || typeof to !== "boolean") return changed;
  return changed.map((field) => (field.name.endsWith("_at") ? turned(field, to) : field));
}

/** The names of the fields that a refusal is about. */
export function faulty(error: unknown): Set<string> {
  const errors = error instanceof Problem ? (error.body.errors ?? []) : [];
  return new Set(errors.flatMap((one) => one.loc.map(String)));
}

function kindOf(name: string, given: unknown, allDay: boolean): Kind {
  if (typeof given === "boolean") return "flag";
  if (Array.isArray(given)) return "lines";
  if (DATES.has(name)) return "date";
  if (name.endsWith("_at")) return allDay ? "date" : "moment";
  if (name === "priority" || typeof given === "number") return "number";
  return LONG.has(name) ? "long" : "line";
}

function textOf(kind: Kind, given: unknown): string {
  if (Array.isArray(given)) return given.map(entryText).join("\n");
  if (given === null || typeof given === "boolean") return "";
  const text = typeof given === "object" ? entryText(given) : String(given);
  if (kind === "date") return text.slice(0, DATE);
  return kind === "moment" ? text.slice(0, MOMENT).replace("T", " ") : text;
}

/** Those that stay keep all that is known of them (a participant's contact); the others are what was typed. */
function valueOf({ kind, text, on }: Field, given: unknown): unknown {
  if (kind === "flag") return on;
  if (kind === "lines") {
    const known = new Map((given as unknown[]).map((one) => [entryText(one), one]));
    return lines(text).map((line) => known.get(line) ?? line);
  }
  const typed = text.trim();
  if (!typed) return null;
  if (kind === "moment") return typed.replace(/ +/, "T");
  const number = Number(typed.replace(",", "."));
  return kind === "number" && Number.isFinite(number) ? number : typed; // no number: the server says so
}

const lines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

function turned(field: Field, allDay: boolean): Field {
  const date = field.text.trim().slice(0, DATE);
  return { ...field, kind: allDay ? "date" : "moment", text: allDay || !date ? date : `${date} ${MIDDAY}` };
}

const same = (before: Field | undefined, now: Field): boolean =>
  before?.text.trim() === now.text.trim() && before.on === now.on;

/** The part of an entry that a person knows it by. */
export function entryText(entry: unknown): string {
  if (typeof entry !== "object" || entry === null) return String(entry);
  const told = entry as Record<string, unknown>;
  const name = told.name ?? told.title ?? told.value ?? told.email ?? told.text;
  return name === undefined || name === null ? "" : String(name);
}
