// When is somebody's birthday next, and how old do they get? (`1990-05-14`, or `--05-14` where nobody knows the year.)

import { dates, homeZone } from "../chat/formatters.js";
import { counted, region, t } from "../chat/words.js";
import { serverNow } from "../chat/clock.js";
import { wallIn } from "../chat/wall.js";

const DAY_MS = 86_400_000;
const SOON_DAYS = 30;
const LEAP_YEAR = 2000;

/** `{said, age, turns, days, soon}`: the date in words, how old they are now and get next (null without a year), in how
 * many days, and `soon` in words where that is within a month; null where there is no birthday. */
export function birthdayOf(text, now = serverNow()) {
  const found = /^(\d{4}|-)-(\d{2})-(\d{2})$/.exec(text ?? "");
  if (!found) return null;
  const year = found[1] === "-" ? null : Number(found[1]);
  const [month, day] = [Number(found[2]) - 1, Number(found[3])];
  const today = new Date(`${wallIn(homeZone(), now).slice(0, 10)}T00:00Z`);
  let next = inYear(today.getUTCFullYear(), month, day);
  if (next < today) next = inYear(today.getUTCFullYear() + 1, month, day);
  const days = Math.round((next - today) / DAY_MS);
  const turns = year === null ? null : next.getUTCFullYear() - year;
  const age = turns === null ? null : days === 0 ? turns : turns - 1;
  return { said: written(year, month, day), age, turns, days, soon: days <= SOON_DAYS ? inDays(days) : null };
}

/** The 29th of February is kept on the 1st of March in other years. */
const inYear = (year, month, day) => new Date(Date.UTC(year, month, day));

function written(year, month, day) {
  const options = { day: "numeric", month: "long", timeZone: "UTC", ...(year !== null && { year: "numeric" }) };
  return dates(region(), options).format(new Date(Date.UTC(year ?? LEAP_YEAR, month, day)));
}

function inDays(days) {
  if (days === 0) return t("people.birthday_today");
  const phrase = new Intl.RelativeTimeFormat(region(), { numeric: "auto" }).format(days, "day");
  return t("people.birthday_soon", { when: phrase });
}

/** `36 years old`; "" where nobody knows. */
export const ageWords = (birthday) => (birthday.age === null || birthday.age < 0 ? "" : counted("people.age", birthday.age));

const TYPED = /^(\d{1,2})[./\s-]+(\d{1,2})(?:[./\s-]+(\d{4}))?[.]?$/;

/** `1990-05-14` as people here type it, `14/05/1990`; what is no such day stays as it is. */
export function typed(stored) {
  const found = /^(\d{4}|-)-(\d{2})-(\d{2})$/.exec(stored ?? "");
  if (!found) return stored ?? "";
  const [, year, month, day] = found;
  return [...(monthFirst() ? [month, day] : [day, month]), ...(year === "-" ? [] : [year])].join("/");
}

/** What was typed as it is stored; what is no day of that form is left for the server to judge. */
export function stored(text) {
  const found = TYPED.exec(text.trim());
  if (!found) return text;
  const [day, month] = monthFirst() ? [found[2], found[1]] : [found[1], found[2]];
  return `${found[3] ?? "-"}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function monthFirst() {
  const parts = dates(region(), { day: "numeric", month: "numeric", timeZone: "UTC" }).formatToParts(new Date(0));
  return parts.find(({ type }) => type === "day" || type === "month")?.type === "month";
}
