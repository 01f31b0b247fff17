// What time is it for Steward? A phone's clock may be minutes off, and "undo" is offered by the server's.

let ahead = 0;

/** Learn the difference from an answer's `Date` header (whole seconds are enough here). */
export function learn(header) {
  const told = Date.parse(header ?? "");
  if (Number.isNaN(told)) return;
  const off = told - Date.now();
  ahead = Math.abs(off) > 1500 ? off : 0;
}

/** Milliseconds since the epoch, by the server's clock. */
export const serverNow = () => Date.now() + ahead;
