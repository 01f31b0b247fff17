// What becomes of a question that was sent, whatever happens to the connection?
//
// A turn belongs to the server: it goes on without us. The same `client_message_id` is sent again after every break, so
// that we hear the same run to its end, and so that a question is never asked twice.

import type { Api, Schemas } from "./api";
import { Problem, Unreachable } from "./problem";

export type Question = Schemas["Ask"] & { client_message_id: string };
export type Bundle = Schemas["Bundle"];

export type State =
  | "sending"
  | "working"
  | "stopping"
  | "reconnecting"
  | "waiting_network"
  | "waiting_busy"
  | "waiting_rate"
  | "waiting_ready"
  | "answered"
  | "failed";

export type Step = { tool: string; state: string };

/** Where questions that were sent and not yet answered are kept. */
export type Keeping = { put(kept: Kept): void; drop(question: Question): void };
export type Kept = { question: Question; threadId: string | null };

/** Waits so many seconds; less where `signal` is aborted. */
export type Sleep = (seconds: number, signal: AbortSignal) => Promise<void>;

const PAUSES_S = [0.5, 1, 2, 4, 8]; // between tries; the last one again and again
const TRIES_BEFORE_ACCEPTED = 8; // about a minute: then the user decides
const TRIES = 120; // about a quarter of an hour, longer than any run may take
const BUSY_PAUSE_S = 2;
const RETRIED = new Set([429, 502, 503, 504]);
const STATUS: Record<string, number> = { not_ready: 503, thread_busy: 409 }; // of an `error` event, which has none

/** What is shown of it; a new object with every news. */
export type View = {
  state: State;
  text: string;
  steps: readonly Step[];
  warnings: readonly string[];
  retryS: number | null;
  bundle: Bundle | null;
  /** Why it failed; null where the user stopped it before it was sent. */
  error: unknown;
};

const NOTHING = { text: "", steps: [], warnings: [] };

export class Turn {
  runId: string | null = null;
  threadId: string | null;
  view: View = { state: "sending", ...NOTHING, retryS: null, bundle: null, error: null };

  private stopping = false;
  private left = false;
  private readonly aborted = new AbortController();
  private readonly listeners = new Set<() => void>();

  constructor(
    readonly question: Question,
    private readonly api: Api,
    private readonly keeping: Keeping,
    private readonly sleep: Sleep = awhile,
  ) {
    this.threadId = question.thread_id ?? null;
  }

  get ended(): boolean {
    return this.view.state === "answered" || this.view.state === "failed";
  }

  /** Call back at every news; answers what ends that. */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Follow it to its end: `view.state` is then `answered` or `failed`. Throws nothing. */
  async follow(): Promise<void> {
    this.keep();
    for (let tries = 0; !this.ended && !this.left; tries += 1) {
      try {
        await this.listen();
      } catch (error) {
        if (this.left) return;
        if (this.aborted.signal.aborted) {
          // a phone's fetch gives another error for it than a browser's
          this.keeping.drop(this.question); // the user stopped it before Steward had it
          this.fail(null);
        } else if (!(await this.mayTryAgain(error, tries))) {
          // A refusal is final. What never got an answer stays, so that trying again sends the very same message.
          if (error instanceof Problem && error.status !== 401 && !RETRIED.has(error.status)) {
            this.keeping.drop(this.question);
          }
          this.fail(error);
        }
      }
    }
  }

  /** End the run; what it began is carried out to its end. */
  stop(): void {
    if (this.ended) return;
    this.stopping = true;
    this.tell({ state: "stopping" });
    if (this.runId === null) this.aborted.abort();
    else void this.cancelRun();
  }

  /** Nobody listens any more (signed out): the run itself goes on. */
  leave(): void {
    this.left = true;
    this.aborted.abort();
  }

  private async listen(): Promise<void> {
    for await (const { name, data } of this.api.ask(this.question, this.aborted.signal)) {
      if (this.left) return;
      this.take(name, data as Record<string, unknown>);
      if (this.ended) return;
    }
    throw new Unreachable("the stream ended before the answer");
  }

  private take(name: string, data: Record<string, unknown>): void {
    const { view } = this;
    switch (name) {
      case "run.started":
        this.runId = String(data.run_id);
        this.threadId = String(data.thread_id);
        this.keep();
        // After a break everything is told again from the beginning.
        this.tell({ state: this.stopping ? "stopping" : "working", ...NOTHING });
        if (this.stopping) void this.cancelRun();
        return;
      case "token":
        return this.tell({ text: view.text + String(data.text) });
      case "tool.started":
        return this.tell({ steps: [...view.steps, { tool: String(data.tool), state: "running" }] });
      case "tool.finished":
        return this.tell({ steps: finished(view.steps, String(data.tool), String(data.outcome ?? "done")) });
      case "warning":
        return this.tell({ warnings: [...view.warnings, String(data.message)] });
      case "final":
        this.keeping.drop(this.question);
        return this.tell({ state: "answered", bundle: data as unknown as Bundle });
      case "error":
        throw new Problem(STATUS[String(data.code)] ?? 500, { ...data, detail: String(data.message) });
      default: // what a newer server tells besides
    }
  }

  /** Wait as long as the error asks for; false where trying again is no use. */
  private async mayTryAgain(error: unknown, tries: number): Promise<boolean> {
    const busy = error instanceof Problem && error.code === "thread_busy";
    if (this.stopping && this.runId === null) return false;
    if (error instanceof Problem ? !busy && !RETRIED.has(error.status) : !(error instanceof Unreachable)) return false;
    if (tries >= (this.runId === null ? TRIES_BEFORE_ACCEPTED : TRIES)) return false;
    const asked = error instanceof Problem ? error.retryAfterS : null;
    const pause = asked ?? (busy ? BUSY_PAUSE_S : (PAUSES_S[Math.min(tries, PAUSES_S.length - 1)] ?? BUSY_PAUSE_S));
    this.tell({ state: waitingFor(error, busy, this.runId !== null), retryS: pause });
    await this.sleep(pause, this.aborted.signal);
    return true;
  }

  private async cancelRun(): Promise<void> {
    const path = { run_id: this.runId ?? "" };
    try {
      await this.api.data(this.api.client.POST("/runs/{run_id}/cancel", { params: { path } }));
    } catch {
      // The connection is gone: when the stream comes back, `run.started` cancels it.
    }
  }

  private keep(): void {
    this.keeping.put({ question: this.question, threadId: this.threadId });
  }

  private fail(error: unknown): void {
    this.tell({ state: "failed", error });
  }

  private tell(news: Partial<View>): void {
    this.view = { ...this.view, retryS: null, ...news };
    for (const listener of this.listeners) listener();
  }
}

function finished(steps: readonly Step[], tool: string, outcome: string): Step[] {
  const at = steps.findIndex((step) => step.tool === tool && step.state === "running");
  return steps.map((step, index) => (index === at ? { tool, state: outcome } : step));
}

function waitingFor(error: unknown, busy: boolean, accepted: boolean): State {
  if (!(error instanceof Problem)) return accepted ? "reconnecting" : "waiting_network";
  if (busy) return "waiting_busy";
  return error.status === 429 ? "waiting_rate" : "waiting_ready";
}

/** A network that comes back cuts it short, where the platform tells. */
function awhile(seconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, seconds * 1000);
    signal.addEventListener("abort", done, { once: true });
    globalThis.addEventListener?.("online", done);
    if (signal.aborted) done();
    function done() {
      clearTimeout(timer);
      globalThis.removeEventListener?.("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    }
  });
}
