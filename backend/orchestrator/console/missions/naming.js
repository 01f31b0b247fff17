// How is a mission's standing told, and what it takes written?

import { number } from "../chat/format.js";
import { region, t } from "../chat/words.js";
import { mark } from "../curation/parts.js";

const MICROS = 1_000_000;
export const OVER = new Set(["done", "partial", "failed", "cancelled"]);

export const missionAddress = (id) => `#/missions/${encodeURIComponent(id)}`;

export const stateMark = (state) => mark(t(`missions.state.${state}`), `state-${state}`);

export const stepMark = (state) => mark(t(`missions.step.${state}`), `state-${state}`);

export const minutes = (value) => {
  const shown = { style: "unit", unit: "minute", unitDisplay: "short", maximumFractionDigits: value < 10 ? 1 : 0 };
  return new Intl.NumberFormat(region(), shown).format(value);
};

export const tokens = (value) => t("missions.tokens_of", { count: number(Math.round(value)) });

/** Money is counted in millionths of the currency that the mission was given. */
export const money = (micros) => new Intl.NumberFormat(region(), { maximumFractionDigits: 4 }).format(micros / MICROS);
