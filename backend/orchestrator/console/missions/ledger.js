// What will it take, and what has it taken? The estimate before, and of each bound what is spent, set aside and left.

import { el } from "../chat/dom.js";
import { number } from "../chat/format.js";
import { t } from "../chat/words.js";
import { minutes, money, tokens } from "./naming.js";

const UNITS = { tokens, minutes, calls: number, money_micros: money };

/** Low, likely and high, as a table. */
export function estimate({ estimate: told }) {
  if (!told) return el("p", { class: "quiet" }, t("missions.no_estimate"));
  const rows = [
    ["tokens", told.tokens, tokens],
    ["minutes", told.minutes, minutes],
    ["money", told.money, (value) => number(value)],
  ];
  return table(
    t("missions.estimate"),
    ["", t("missions.low"), t("missions.likely"), t("missions.high")],
    rows.map(([name, spread, write]) => [t(`missions.of.${name}`), ...(spread ? ["low", "likely", "high"].map((one) => write(spread[one])) : [t("missions.no_price")])]),
  );
}

/** The section. */
export function ledger(mission) {
  const { limit, reserved, spent, overrun } = mission.ledger;
  if (mission.state === "draft" || mission.state === "planned") return null;
  const rows = Object.keys(UNITS)
    .filter((name) => limit[name] !== null || spent[name])
    .map((name) => [
      t(`missions.of.${name}`),
      UNITS[name](spent[name] ?? 0),
      UNITS[name](reserved[name] ?? 0),
      limit[name] === null ? t("missions.unbounded") : UNITS[name](limit[name]),
    ]);
  const over = Object.entries(overrun);
  return el(
    "section",
    { class: "part" },
    el("h4", {}, t("missions.ledger")),
    table(t("missions.ledger"), ["", t("missions.spent"), t("missions.reserved"), t("missions.limit")], rows),
    over.length > 0 && el("p", { class: "wrong" }, t("missions.overrun", { what: over.map(([name, value]) => `${t(`missions.of.${name}`)} ${number(value)}`).join(", ") })),
  );
}

function table(label, heads, rows) {
  return el(
    "div",
    { class: "table-place" },
    el(
      "table",
      { class: "table", "aria-label": label },
      el("thead", {}, el("tr", {}, heads.map((one) => el(one ? "th" : "td", { scope: one ? "col" : null }, one)))),
      el("tbody", {}, rows.map(([name, ...values]) => el("tr", {}, el("th", { scope: "row" }, name), values.map((one) => el("td", { colSpan: values.length < heads.length - 1 ? heads.length - 1 : 1 }, one))))),
    ),
  );
}
