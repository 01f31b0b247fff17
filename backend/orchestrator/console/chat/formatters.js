// How is a formatter had at once, and in which zone? Making one takes as long as hundreds of uses of it: each is made once.

import { me } from "./session.js";

const LOOK_AGAIN_MS = 60_000; // a traveller's device changes its zone while the page is open
const made = new Map();
let own = { zone: null, at: -LOOK_AGAIN_MS };

/** The zone of this device; null where the browser does not know it. */
export function ownZone() {
  const now = performance.now();
  if (now - own.at >= LOOK_AGAIN_MS) {
    const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
    own = { zone: zone && zone !== "Etc/Unknown" ? zone : null, at: now };
  }
  return own.zone;
}

const known = new Map(); // which zones this browser can tell the time of

/** The account's zone: what is kept of a life is told in it, wherever the device is; this device's where it names none. */
export function homeZone() {
  const zone = me()?.timezone;
  if (!zone) return ownZone() ?? "UTC";
  if (!known.has(zone)) known.set(zone, isZone(zone));
  return known.get(zone) ? zone : (ownZone() ?? "UTC");
}

function isZone(zone) {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}

function kept(Kind, locale, options) {
  const key = `${Kind.name} ${locale} ${JSON.stringify(options)}`;
  if (!made.has(key)) made.set(key, new Kind(locale, options));
  return made.get(key);
}

/** As `new Intl.DateTimeFormat`; where no zone is named, in the account's. */
export function dates(locale, options = {}) {
  const timeZone = options.timeZone ?? homeZone();
  return kept(Intl.DateTimeFormat, locale, { ...options, timeZone });
}

/** As `new Intl.NumberFormat`. */
export const numbers = (locale, options = {}) => kept(Intl.NumberFormat, locale, options);
