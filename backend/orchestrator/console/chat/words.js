// In which language does the page speak? The user's choice, else their account's, else the browser's, else English.

import { numbers } from "./formatters.js";
import { brazilian } from "./words/brazilian.js";
import { en } from "./words/en.js";
import { es } from "./words/es.js";
import { fr } from "./words/fr.js";
import { pt } from "./words/pt.js";

const TABLES = { en: { ...en }, pt: { ...pt }, es: { ...es }, fr: { ...fr } };
const CHOICE = "steward.language";
const ACCOUNTS_DEFAULT = "en"; // what an account has that never chose: no choice
const TAG = /^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?$/;

export const LANGUAGES = { en: "English", pt: "Português", es: "Español", fr: "Français" };
const NONE_IS_SINGULAR = new Set(["fr"]); // « 0 note »

let accountLocale = null;

/** Take in the texts of a part of the page that is loaded later: `{en, pt, es, fr}`. */
export function learn(tables) {
  for (const [tag, table] of Object.entries(tables)) Object.assign(TABLES[tag], table);
}

/** Take the account's locale into account. */
export function speakFor(locale) {
  accountLocale = locale && locale !== ACCOUNTS_DEFAULT ? locale : null;
  document.documentElement.lang = language();
}

export const chosen = () => localStorage.getItem(CHOICE);

/** Choose a language; null leaves it to account and browser. */
export function choose(tag) {
  if (tag) localStorage.setItem(CHOICE, tag);
  else localStorage.removeItem(CHOICE);
}

const candidates = () => [chosen(), accountLocale, ...navigator.languages].filter(Boolean);

const base = (tag) => tag.toLowerCase().split("-")[0];

/** `en`, `pt`, `es` or `fr`. */
export function language() {
  const found = candidates()
    .map(base)
    .find((tag) => tag in TABLES);
  return found ?? "en";
}

/** The tag for dates and numbers, and what Steward is told: the first of the user's that is of this language. */
export function region() {
  const tags = [accountLocale, ...navigator.languages].filter(Boolean);
  return tags.find((tag) => base(tag) === language() && TAG.test(tag)) ?? language();
}

const inBrazil = new Map(); // texts that were said there

/** The text of that name in the reader's language; undefined where there is none. */
function said(name) {
  const text = TABLES[language()][name] ?? TABLES.en[name];
  if (text === undefined || language() !== "pt" || !region().endsWith("-BR")) return text;
  if (!inBrazil.has(text)) inBrazil.set(text, brazilian.reduce((whole, [here, there]) => whole.replaceAll(here, there), text));
  return inBrazil.get(text);
}

/** The text of that name, with `{values}` put in. */
export function t(name, values = {}) {
  const text = said(name) ?? name;
  return text.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? String(values[key]) : whole));
}

/** The text `name.one` or `name.other`, by the number in it. */
export function counted(name, count) {
  const one = count === 1 || (count === 0 && NONE_IS_SINGULAR.has(language()));
  const form = one ? "one" : "other";
  return t(`${name}.${form}`, { count: numbers(region()).format(count) });
}

/** The text of that name where there is one, else what `otherwise` says. */
export function known(name, otherwise) {
  return said(name) ?? otherwise;
}
