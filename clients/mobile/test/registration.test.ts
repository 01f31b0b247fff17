// Is a phone registered for pushes when its user wants it, again at each start, and no more when they leave; and what is
// told where something stands in the way?

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Problem, Unreachable } from "@/api/problem";
import { screenOf } from "@/pushes/opening";
import { type Allowed, type Device, Registration } from "@/pushes/registration";
import { endedThere } from "@/session/signing_out";
import { Server, json } from "./server";

const TOKEN = "ExponentPushToken[xxxxxxxxxxxxxxxxxxxxxx]";
const DEVICE = { id: "d1", enabled: true };
const YES = { granted: true, mayAsk: true };
const NOT_YET = { granted: false, mayAsk: true };
const NEVER = { granted: false, mayAsk: false };

let server: Server;
let kept: Device | null;
beforeEach(async () => {
  server = await Server.start();
  kept = null;
});
afterEach(() => server.stop());

/** A phone that allows `before`, and `after` it was asked. */
function registration(before: Allowed, after = before, platform: "ios" | null = "ios"): Registration {
  const phone = { platform, allowed: async (ask: boolean) => (ask ? after : before), token: async () => TOKEN };
  const keeping = {
    read: () => kept,
    write: (device: Device) => {
      kept = device;
    },
    erase: () => {
      kept = null;
    },
  };
  return new Registration(server.api(), phone, keeping, "Europe/Lisbon");
}

const gone = (_: unknown, response: import("node:http").ServerResponse) => response.writeHead(204).end();
const asked = () => server.asked.map(({ method, path }) => `${method} ${path}`);
const caught = (promise: Promise<unknown>): Promise<unknown> => promise.then(() => null, (error: unknown) => error);

describe("a phone", () => {
  it("is registered once its user allows it, and again at the next start", async () => {
    server.script.push(json(201, DEVICE), json(200, DEVICE));
    expect(await registration(NOT_YET).resume()).toBe("off");
    expect(await registration(NOT_YET, YES).begin()).toBe("on");
    expect(JSON.parse(server.asked[0]?.body ?? "")).toEqual({ expo_push_token: TOKEN, platform: "ios", timezone: "Europe/Lisbon" });
    expect(await registration(YES).resume()).toBe("on");
    expect(asked()).toEqual(["POST /mobile/devices", "POST /mobile/devices"]);
  });

  it.each([
    [NEVER, NEVER, "ios", "denied"],
    [NOT_YET, NEVER, "ios", "denied"],
    [NOT_YET, NOT_YET, "ios", "off"],
    [NEVER, NEVER, null, "impossible"],
  ] as const)("that allows %j and then %j (%s) is %s", async (before, after, platform, state) => {
    const pushes = registration(after, after, platform);
    expect(await registration(before, after, platform).begin()).toBe(state);
    expect(await pushes.state()).toBe(state);
    expect(asked()).toEqual([]);
  });

  it("whose permission was taken back is taken away at the next start", async () => {
    kept = { id: "d1" };
    server.script.push(gone);
    expect(await registration(NEVER).resume()).toBe("denied");
    expect([asked(), kept]).toEqual([["DELETE /mobile/devices/d1"], null]);
  });

  it("that Steward refuses or does not hear is not on", async () => {
    server.script.push(json(403, { code: "scope_missing", detail: "mobile" }), (_, response) => response.destroy());
    const pushes = registration(YES);
    expect(((await caught(pushes.begin())) as Problem).code).toBe("scope_missing");
    expect(await caught(pushes.begin())).toBeInstanceOf(Unreachable);
    expect(await pushes.state()).toBe("off");
  });
});

describe("signing out", () => {
  const revoked = () => ({ api: server.api(), token: "stw_secret" });

  it("takes the phone away, and ends the token that was made for it", async () => {
    kept = { id: "d1" };
    server.script.push(json(404, { code: "not_found", detail: "It is gone." }), gone);
    expect(await endedThere(registration(YES), revoked())).toBe("signed_out_for_good");
    expect(asked()).toEqual(["DELETE /mobile/devices/d1", "POST /auth/revoke"]);
    expect(JSON.parse(server.asked[1]?.body ?? "")).toEqual({ token: "stw_secret" });
  });

  it("leaves a token that may be used elsewhere", async () => {
    expect(await endedThere(registration(YES), null)).toBe("signed_out");
    expect(asked()).toEqual([]);
  });

  it.each([
    ["a phone that stays", json(503, { detail: "Not now." }), gone],
    ["a token that stays", gone, json(500, { detail: "Broken." })],
  ])("tells of %s", async (_, ofPhone, ofToken) => {
    kept = { id: "d1" };
    server.script.push(ofPhone, ofToken);
    expect(await endedThere(registration(YES), revoked())).toBe("not_told");
  });

  it("of a token that is refused already is done", async () => {
    kept = { id: "d1" };
    server.script.push(json(401, { detail: "Who?" }), json(401, { detail: "Who?" }));
    expect(await endedThere(registration(YES), revoked())).toBe("signed_out_for_good");
  });
});

it.each([
  [{ kind: "needs_input", id: "t1", url: "/threads/t1" }, "/thread/t1"],
  [{ kind: "needs_input", id: "p1", url: "/previews/p1" }, "/"],
  [{ kind: "daily_briefing", id: "b1", url: "/briefings/b1" }, "/today"],
  [{ kind: "proposed_events_ready", id: "e1", url: "/proposed-events" }, "/proposals"],
  [{ kind: "one of a newer server", id: "x", url: "https://example.org/threads/t1" }, "/"],
  [{ other: "app" }, null],
  [null, null],
])("a push with %j opens %s", (data, screen) => {
  expect(screenOf(data)).toBe(screen);
});
