// Does the app say everything in its four languages, with the same values put in, and times as they are meant?

import { describe, expect, it } from "vitest";
import { REGIONS, Speech, TABLES } from "@/words/words";

const places = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(Object.entries({ ...TABLES, ...REGIONS }))("%s", (_, table) => {
  it("has every text, with the values of the English one", () => {
    expect(Object.keys(table)).toEqual(Object.keys(TABLES.en ?? {}));
    for (const [name, text] of Object.entries(TABLES.en ?? {})) {
      const told = (table as Record<string, string>)[name] ?? "";
      expect(told.trim(), name).not.toBe("");
      expect(places(told), name).toEqual(places(text));
    }
  });
});

describe("a speech", () => {
  it.each([
    ["pt-BR", ["en-US"], "pt", "pt-BR"],
    ["en", ["fr-CA", "en-US"], "fr", "fr-CA"],
    [null, ["de-DE", "es-MX"], "es", "es-MX"],
    [null, ["de-DE"], "en", "en"],
  ])("of account %s and device %j", (account, device, language, region) => {
    const speech = new Speech(account, device);
    expect([speech.language, speech.region]).toEqual([language, region]);
  });

  it("has words of its own in Brazil and in Portugal", () => {
    const said = ["pt-BR", "pt-PT", "pt"].map((tag) => new Speech(null, [tag]).say("save"));
    expect(said).toEqual(["Salvar", "Guardar", "Guardar"]);
  });

  it("puts values in, and says what it does not know as the server does", () => {
    const speech = new Speech(null, ["en-US"]);
    expect(speech.say("accepted", { title: "{title} $1" })).toBe("{title} $1 is in your calendar.");
    expect(speech.known("outcome", "done")).toBe("Done");
    expect(speech.known("outcome", "postponed")).toBe("postponed");
  });

  it("leaves local wall times as they are, and names another zone", () => {
    const speech = new Speech(null, ["en-GB"]);
    const here = speech.span("2027-03-05T10:00:00", "2027-03-05T11:30:00", "Europe/Lisbon", "Europe/Lisbon");
    expect(here).toBe("5 Mar 2027, 10:00 – 11:30");
    expect(speech.span("2027-03-05T23:00:00", "2027-03-06T00:30:00", "Asia/Tokyo", "Europe/Lisbon")).toBe(
      "5 Mar 2027, 23:00 – 6 Mar 2027, 00:30 (Asia/Tokyo)",
    );
    expect(speech.day("2027-03-05")).toMatch(/^Friday,? 5 March 2027$/);
  });
});
