// In which language does the app speak? The account's where it chose one, else the device's, else English.

import { brazilian } from "./brazilian";
import { en } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { pt } from "./pt";

export type Name = keyof typeof en;
export type Words = Record<Name, string>;
export type Values = Record<string, string | number>;

export const TABLES: Record<string, Words> = { en, pt, es, fr };
export const REGIONS: Record<string, Words> = { "pt-br": { ...pt, ...brazilian } };
const ACCOUNTS_DEFAULT = "en"; // what an account has that never chose: no choice

const base = (tag: string): string => tag.toLowerCase().split("-")[0] ?? "";

/** What a screen says, and the tag for its dates and for what Steward is told. */
export class Speech {
  readonly language: string;
  readonly region: string;
  private readonly table: Words;

  constructor(accountLocale: string | null, deviceTags: readonly string[]) {
    const chosen = accountLocale && accountLocale !== ACCOUNTS_DEFAULT ? [accountLocale] : [];
    const tags = [...chosen, ...deviceTags];
    this.language = tags.map(base).find((tag) => tag in TABLES) ?? "en";
    this.region = tags.find((tag) => base(tag) === this.language) ?? this.language;
    this.table = REGIONS[this.region.toLowerCase()] ?? TABLES[this.language] ?? en;
  }

  /** The text of that name, with `{values}` put in. */
  say = (name: Name, values: Values = {}): string =>
    this.table[name].replace(/\{(\w+)\}/g, (whole, key: string) => (key in values ? String(values[key]) : whole));

  /** The text of `group.name` where there is one, else the name as the server has it: a newer one has more of them. */
  known = (group: string, name: string): string => this.table[`${group}.${name}` as Name] ?? name;

  /** A field of a card by its name; one that has none here as the server calls it. */
  field = (name: string): string => {
    const told = this.known("field", name);
    return told === name ? name.charAt(0).toUpperCase() + name.slice(1).replace(/_/g, " ") : told;
  };

  /** A local wall time or date as the server gives it (no offset), as it stands. */
  wall = (at: string): string => {
    const times = at.length > 10 ? ({ dateStyle: "medium", timeStyle: "short" } as const) : ({ dateStyle: "medium" } as const);
    return new Intl.DateTimeFormat(this.region, { ...times, timeZone: "UTC" }).format(new Date(`${at.padEnd(11, "T").padEnd(16, "00:00")}Z`));
  };

  /** An instant, in the device's zone. */
  moment = (at: string): string =>
    new Intl.DateTimeFormat(this.region, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));

  /** A date without a time. */
  day = (date: string): string =>
    new Intl.DateTimeFormat(this.region, { dateStyle: "full", timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`));

  /** Local wall times as the server gives them (no offset), with the zone's name where it is not the device's. */
  span = (start: string, end: string, zone: string, deviceZone: string): string => {
    const format = new Intl.DateTimeFormat(this.region, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
    const time = new Intl.DateTimeFormat(this.region, { timeStyle: "short", timeZone: "UTC" });
    const [from, to] = [new Date(`${start}Z`), new Date(`${end}Z`)];
    const sameDay = start.slice(0, 10) === end.slice(0, 10);
    const told = `${format.format(from)} – ${(sameDay ? time : format).format(to)}`;
    return zone === deviceZone ? told : `${told} (${zone})`;
  };
}
