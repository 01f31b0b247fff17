// Is a question asked once and heard to its end, whatever the connection and the server do?

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Problem, Unreachable } from "@/api/problem";
import { type Kept, type Question, type Sleep, Turn } from "@/api/turn";
import { Turns } from "@/talk/turns";
import { Server, events, frame, json } from "./server";

const STARTED = ["run.started", { run_id: "r1", thread_id: "t1" }] as const;
const FINAL = ["final", { thread_id: "t1", message_id: "m1", status: "answered", answer: "Two.", actions: [], run: { id: "r1" } }] as const;
const QUESTION: Question = { question: "How many?", client_message_id: "c1", thread_id: null };

let server: Server;
let kept: Record<string, Kept>;
let slept: number[];

beforeEach(async () => {
  server = await Server.start();
  kept = {};
  slept = [];
});
afterEach(() => server.stop());

const sleep: Sleep = async (seconds) => {
  slept.push(seconds);
};

function turnOf(question: Question = QUESTION): Turn {
  const keeping = {
    put: (one: Kept) => {
      kept[one.question.client_message_id] = one;
    },
    drop: (one: Question) => {
      delete kept[one.client_message_id];
    },
  };
  return new Turn(question, server.api(), keeping, sleep);
}

const sent = (): string[] => server.asked.filter(({ path }) => path === "/ask/stream").map(({ body }) => JSON.parse(body).client_message_id);

describe("a turn", () => {
  it("tells tools and text as they come, and ends with the bundle", async () => {
    server.script.push(
      events([
        STARTED,
        ["step", { index: 0 }],
        ["tool.started", { tool: "get_todos" }],
        ["tool.finished", { tool: "get_todos", outcome: "done" }],
        ["token", { text: "Tw" }],
        ["token", { text: "o." }],
        ["something.new", { of: "a newer server" }],
        FINAL,
      ]),
    );
    const turn = turnOf();
    const texts = new Set<string>();
    turn.subscribe(() => texts.add(turn.view.text));
    await turn.follow();
    expect(turn.view).toMatchObject({ state: "answered", text: "Two.", steps: [{ tool: "get_todos", state: "done" }] });
    expect([...texts]).toEqual(["", "Tw", "Two."]);
    expect(turn.view.bundle?.answer).toBe("Two.");
    expect([turn.threadId, turn.runId]).toEqual(["t1", "r1"]);
    expect(server.asked[0]?.headers).toMatchObject({ authorization: "Bearer stw_secret", accept: "text/event-stream" });
    expect(kept).toEqual({});
  });

  it("sends the very same message again after a break, and tells everything once", async () => {
    server.script.push(events([STARTED, ["token", { text: "Tw" }]], { broken: true }), events([STARTED, ["token", { text: "Two." }], FINAL]));
    const turn = turnOf();
    await turn.follow();
    expect(turn.view).toMatchObject({ state: "answered", text: "Two." });
    expect(sent()).toEqual(["c1", "c1"]);
    expect(slept).toEqual([0.5]);
  });

  it("waits as long as Retry-After says, and for a thread that is busy", async () => {
    server.script.push(
      json(429, { code: "rate_limited", detail: "Too many." }, { "Retry-After": "7" }),
      json(409, { code: "thread_busy", detail: "Busy." }),
      json(503, { code: "not_ready", detail: "Starting." }),
      events([STARTED, FINAL]),
    );
    const turn = turnOf();
    const states: string[] = [];
    turn.subscribe(() => states.push(turn.view.state));
    await turn.follow();
    expect(states.slice(0, 3)).toEqual(["waiting_rate", "waiting_busy", "waiting_ready"]);
    expect(slept).toEqual([7, 2, 2]);
    expect(turn.view.state).toBe("answered");
  });

  it.each([
    ["a refusal", json(422, { code: "invalid_request", detail: "Too long." }), "Too long.", false],
    ["an error of the stream", events([STARTED, ["error", { code: "integration_failed", message: "No." }]]), "No.", false],
    ["a token that is refused", json(401, { code: "unauthenticated", detail: "Sign in." }), "Sign in.", true],
  ])("is not tried again after %s", async (_, answer, detail, stays) => {
    server.script.push(answer);
    const turn = turnOf();
    await turn.follow();
    expect(turn.view.state).toBe("failed");
    expect((turn.view.error as Problem).message).toBe(detail);
    expect(sent()).toHaveLength(1);
    expect("c1" in kept).toBe(stays);
  });

  it("that never got there says so, one that was begun that it goes on", async () => {
    const states = new Set<string>();
    server.script.push((_, response) => response.destroy(), events([STARTED], { broken: true }), events([STARTED, FINAL]));
    const turn = turnOf();
    turn.subscribe(() => states.add(turn.view.state));
    await turn.follow();
    expect([...states]).toEqual(["waiting_network", "working", "reconnecting", "answered"]);
  });

  it("gives up on a server that is away, and keeps the message", async () => {
    const turn = turnOf();
    await server.stop();
    await turn.follow();
    expect(turn.view.error).toBeInstanceOf(Unreachable);
    expect(slept).toHaveLength(8);
    expect(kept.c1?.question).toEqual(QUESTION);
    server = await Server.start();
  });

  it("is stopped at the server, and hears how it ended", async () => {
    const turn = turnOf();
    turn.subscribe(() => turn.view.state === "working" && turn.stop());
    server.script.push(
      async (_, response) => {
        response.write(frame(STARTED));
        await untilAsked("/runs/r1/cancel");
        response.end(frame(["final", { ...FINAL[1], status: "stopped" }]));
      },
      json(200, {}),
    );
    await turn.follow();
    expect(turn.view.bundle?.status).toBe("stopped");
  });

  it("that is stopped before Steward has it is not sent again", async () => {
    const turn = turnOf();
    server.script.push(() => turn.stop());
    await turn.follow();
    expect(turn.view).toMatchObject({ state: "failed", error: null });
    expect(kept).toEqual({});
  });
});

describe("the turns of the app", () => {
  const records = () => {
    let written: Record<string, Kept> = {};
    return { read: () => written, write: (now: Record<string, Kept>) => (written = now) };
  };

  it("are sent again as the same messages when the app starts anew", async () => {
    const store = records();
    store.write({ c1: { question: QUESTION, threadId: "t1" } });
    server.script.push(events([STARTED, FINAL]));
    const turns = new Turns(server.api(), store);
    turns.resume();
    turns.resume();
    const [turn, ...others] = turns.current();
    expect([turn?.threadId, others]).toEqual(["t1", []]);
    await ended(turn);
    expect(sent()).toEqual(["c1"]);
    expect(store.read()).toEqual({});
  });

  it("that failed go again under the same name, or are given up", async () => {
    const store = records();
    server.script.push(json(401, { detail: "Sign in." }), events([STARTED, FINAL]));
    const turns = new Turns(server.api(), store);
    const first = turns.start(QUESTION);
    await ended(first);
    const second = turns.again(first);
    expect(turns.current()).toEqual([second]);
    await ended(second);
    expect(sent()).toEqual(["c1", "c1"]);
    turns.forget(second);
    expect([turns.current(), store.read()]).toEqual([[], {}]);
  });

  it("are left to the server when one signs out", async () => {
    let heard = () => {};
    const reached = new Promise<void>((resolve) => {
      heard = resolve;
    });
    server.script.push(() => heard());
    const store = records();
    const turns = new Turns(server.api(), store);
    turns.start(QUESTION);
    await reached;
    turns.leave();
    expect(turns.current()).toEqual([]);
    expect(server.asked.map(({ path }) => path)).toEqual(["/ask/stream"]);
  });
});

async function untilAsked(path: string): Promise<void> {
  while (!server.asked.some((asked) => asked.path === path)) await new Promise((resolve) => setTimeout(resolve, 2));
}

function ended(turn: Turn | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (turn?.ended) resolve();
    turn?.subscribe(() => turn.ended && resolve());
  });
}
