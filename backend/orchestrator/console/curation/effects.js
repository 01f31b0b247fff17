// What can a rule do by itself? The typed effects of the API, and the parameters that each takes.

import { t } from "../chat/words.js";

const MATCH = { name: "match", kind: "match" };
const DAYS = { name: "days", kind: "days" };
const time = (name) => ({ name, kind: "clock" });
const minutes = (name) => ({ name, kind: "minutes" });
const words = (name) => ({ name, kind: "lines" });
const people = (name) => ({ name, kind: "people" });

/** By type, in the API's order. */
export const EFFECTS = {
  quiet_hours: [time("from"), time("to"), DAYS, words("except")],
  blocked_time: [time("from"), time("to"), DAYS, MATCH, { name: "except", kind: "spared" }],
  earliest_start: [time("time"), DAYS, MATCH],
  latest_end: [time("time"), DAYS, MATCH],
  default_duration: [minutes("minutes"), MATCH],
  default_place: [{ name: "place_id", kind: "place" }, MATCH],
  always_invite: [people("contact_ids"), MATCH],
  never_invite: [people("contact_ids"), MATCH],
  buffer: [minutes("minutes_before"), minutes("minutes_after"), MATCH],
  no_double_booking: [MATCH],
  units: [
    { name: "system", kind: "choice", values: ["metric", "imperial"] },
    { name: "clock", kind: "choice", values: [12, 24] },
    { name: "week_start", kind: "choice", values: ["mon", "sat", "sun"] },
    { name: "date_order", kind: "choice", values: ["dmy", "mdy", "ymd"] },
  ],
  language: [{ name: "tag", kind: "line" }],
  tool_policy: [
    { name: "tool", kind: "line" },
    { name: "policy", kind: "choice", values: ["confirm", "block", "auto"] },
  ],
  alias: [
    { name: "phrase", kind: "line" },
    { name: "entity", kind: "entity" },
  ],
  redact_push: [{ name: "replacement", kind: "line" }, MATCH],
  never_store: [words("categories"), words("subjects"), words("words")],
};

export const effectName = (type) => t(`m.effect.${type}`);
