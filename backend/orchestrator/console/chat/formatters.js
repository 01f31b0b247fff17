// How is a formatter had at once? Making one takes as long as hundreds of uses of it: each is made once.

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

function kept(Kind, locale, options, also = "") {
  const key = `${Kind.name} ${locale} ${also} ${JSON.stringify(options)}`;
  if (!made.has(key)) made.set(key, new Kind(locale, options));
  return made.get(key);
}

/** As `new Intl.DateTimeFormat`. */
export const dates = (locale, options = {}) => kept(Intl.DateTimeFormat, locale, options, options.timeZone ?? ownZone());

/** As `new Intl.NumberFormat`. */
export const numbers = (locale, options = {}) => kept(Intl.NumberFormat, locale, options);
