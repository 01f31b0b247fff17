// Is what one types, pastes or scans to sign in understood, and what is neither address nor secret refused?

import { describe, expect, it } from "vitest";
import { Unclear, inTheClear, originOf, pairingLink, understood } from "@/api/address";

describe("an address", () => {
  it.each([
    ["steward.example.org", "https://steward.example.org"],
    [" http://192.168.1.5:8000/ ", "http://192.168.1.5:8000"],
    ["https://example.org/steward/", "https://example.org/steward"],
    ["http://[::1]:8000", "http://[::1]:8000"],
    ["ftp://example.org", null],
    ["", null],
    ["http://", null],
  ])("%j is %j", (text, base) => expect(originOf(text)).toBe(base));

  it.each([
    ["http://192.168.1.5:8000", true],
    ["http://localhost.evil.example", true],
    ["http://localhost:8000", false],
    ["https://example.org", false],
  ])("%s in the clear: %s", (base, clear) => expect(inTheClear(base)).toBe(clear));
});

describe("what is given", () => {
  it("is a link, whichever field it was pasted into", () => {
    const link = "https://example.org/#pair=ABCD-EFGH";
    const given = { base: "https://example.org", code: "ABCD-EFGH", token: null };
    expect(understood("", link)).toEqual(given);
    expect(understood(link, "")).toEqual(given);
    expect(pairingLink("https://example.org/#other")).toBeNull();
  });

  it("is a code or a token", () => {
    expect(understood("example.org", "abcd efgh")).toMatchObject({ code: "abcd efgh", token: null });
    expect(understood("example.org", " stw_abc ")).toMatchObject({ code: null, token: "stw_abc" });
  });

  it.each([
    ["", "ABCD-EFGH", "address"],
    ["example.org", "", "secret"],
    ["example.org", "correct horse battery staple", "secret"],
  ])("%j and %j are unclear in the %s", (address, secret, what) => {
    expect(() => understood(address, secret)).toThrow(new Unclear(what as "address"));
  });
});
