// Is a card changed by what was typed alone, with all that is known of what stays, and its times as they are meant?

import { expect, it } from "vitest";
import type { Schemas } from "@/api/api";
import { Problem } from "@/api/problem";
import { editsOf, faulty, fieldsOf, withChange } from "@/talk/editing";

const RUI = { name: "Rui Costa", contact_id: "c1" };
const DRAFT = {
  title: "Lunch",
  start_at: "2027-03-05T12:30:00",
  end_at: null,
  all_day: false,
  participants: [RUI],
  priority: 3,
  birthday: "1980-02-29",
  description: null,
};
const NAMES = Object.keys(DRAFT);
const preview = (draft: object = DRAFT) =>
  ({ draft, editable_fields: NAMES, timezone: "Europe/Lisbon" }) as unknown as Schemas["PreviewOut"];

it("fields are shown as one types them", () => {
  const shown = Object.fromEntries(fieldsOf(preview()).map(({ name, kind, text, on }) => [name, [kind, kind === "flag" ? on : text]]));
  expect(shown).toEqual({
    title: ["line", "Lunch"],
    start_at: ["moment", "2027-03-05 12:30"],
    end_at: ["moment", ""],
    all_day: ["flag", false],
    participants: ["lines", "Rui Costa"],
    priority: ["number", "3"],
    birthday: ["date", "1980-02-29"],
    description: ["long", ""],
  });
});

it.each([
  ["title", "Lunch", {}],
  ["title", "  Dinner ", { title: "Dinner" }],
  ["title", "", { title: null }],
  ["start_at", "2027-03-06 13:00", { start_at: "2027-03-06T13:00" }],
  ["start_at", "tomorrow", { start_at: "tomorrow" }],
  ["participants", "Rui Costa\n\n Ana ", { participants: [RUI, "Ana"] }],
  ["participants", "", { participants: [] }],
  ["priority", "1", { priority: 1 }],
  ["priority", "high", { priority: "high" }],
  ["birthday", "", { birthday: null }],
])("%s made %j gives %j", (name, text, edits) => {
  expect(editsOf(preview(), withChange(fieldsOf(preview()), name, text))).toEqual(edits);
});

it("a whole day has dates, and another has times again", () => {
  const whole = withChange(fieldsOf(preview()), "all_day", true);
  expect(editsOf(preview(), whole)).toEqual({ all_day: true, start_at: "2027-03-05" });
  const back = withChange(whole, "all_day", false);
  expect(editsOf(preview(), back)).toEqual({ start_at: "2027-03-05T09:00" });
  const given = preview({ ...DRAFT, all_day: true, start_at: "2027-03-05T00:00:00" });
  expect(editsOf(given, fieldsOf(given))).toEqual({});
});

it("a refusal names its fields", () => {
  const refusal = new Problem(422, { errors: [{ loc: ["body", "edits", "start_at"], message: "no time" }] });
  expect([...faulty(refusal)]).toContain("start_at");
  expect(faulty(new Error("no")).size).toBe(0);
});
