// What time is it for Steward? A phone's clock may be minutes off, and "undo" is offered by the server's.

let ahead = 0;

/** Learn the difference from an answer's `Date` header (whole seconds are enough here). */
export function learn(header) {
  const told = Date.parse(header ?? "");
  if (!Number.isNaN(told) && Math.abs(told - Date.now()) > 1500) ahead = told - Date.now();
}

/** Milliseconds since the epoch, by the server's clock. */
export const serverNow = () => Date.now() + ahead;
