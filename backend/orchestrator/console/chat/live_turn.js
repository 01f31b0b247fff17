// What becomes of a question that was sent, whatever happens to the connection?
//
// A turn belongs to the server: it goes on without us. The same `client_message_id` is sent again after every break, so
// that we hear the same run to its end, and so that a question is never asked twice.

import { Problem, Unreachable, get, post, stream } from "./api.js";
import * as outbox from "./outbox.js";

const PAUSES_S = [0.5, 1, 2, 4, 8]; // between tries; the last one again and again
const TRIES_BEFORE_ACCEPTED = 8; // about a minute: then the user decides
const POLL_MS = 1500;
const TRIES = 120; // about a quarter of an hour, longer than any run may take
const BUSY_PAUSE_S = 2;

/** `crypto.randomUUID` is missing where a phone reaches the server over plain HTTP. */
export function newMessageId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * One turn under way. Tells `change` on every news, `final` with the bundle in `detail`, `settled` where only the thread
 * has the answer, `failed` with the error in `detail`.
 */
export class LiveTurn extends EventTarget {
  #stopping = false;
  #aborted = new AbortController();

  constructor(request, { runId = null, threadId = request.thread_id } = {}) {
    super();
    this.request = request;
    this.runId = runId;
    this.threadId = threadId;
    this.state = "sending"; // sending, working, reconnecting, waiting_network, waiting_busy, waiting_rate, waiting_ready, stopping
    this.ended = false;
    this.retryS = null;
    this.#clear();
  }

  #clear() {
    this.text = "";
    this.steps = []; // { kind: "step" | "tool" | "escalated", name, state: "running" | outcome }
    this.warnings = [];
    this.route = null;
  }

  /** Follow it to its end. */
  async start() {
    outbox.put(this);
    for (let tries = 0; !this.ended; tries += 1) {
      try {
        await this.#listen();
      } catch (error) {
        if (error.name === "AbortError") {
          if (!this.ended) outbox.drop(this); // the user stopped it; what was only left stays
          return this.#fail(new Unreachable("stopped before it was sent"));
        }
        if (!(await this.#mayTryAgain(error, tries))) return this.#fail(error);
      }
    }
  }

  async #listen() {
    for await (const { name, data } of stream("/ask/stream", this.request, this.#aborted.signal)) {
      this.#take(name, data);
      if (this.ended) return;
    }
    throw new Unreachable("the stream ended before the answer");
  }

  #take(name, data) {
    if (name === "final") return this.#end("final", data);
    if (name === "error") throw new Problem(STATUS[data.code] ?? 500, { ...data, detail: data.message });
    const take = TAKES[name];
    if (name === "run.started") {
      this.#clear(); // after a break everything is told again from the beginning
      this.runId = data.run_id;
      this.threadId = data.thread_id;
      this.state = this.#stopping ? "stopping" : "working";
      outbox.put(this);
      if (this.#stopping) this.#cancelRun();
    } else if (take) take(this, data);
    this.#tell("change");
  }

  /** Wait as long as the error asks for; false where trying again is no use. */
  async #mayTryAgain(error, tries) {
    if (this.#stopping && this.runId === null) return false;
    const refusal = error instanceof Problem;
    if (refusal && !RETRIED.has(error.status) && error.code !== "thread_busy") return false;
    if (!refusal && !(error instanceof Unreachable)) throw error;
    if (tries >= (this.runId === null ? TRIES_BEFORE_ACCEPTED : TRIES)) return false;
    const pause = error.retryAfterS ?? (error.code === "thread_busy" ? BUSY_PAUSE_S : PAUSES_S.at(Math.min(tries, 4)));
    this.state = refusal
      ? (WAITING[error.code] ?? "waiting_ready")
      : navigator.onLine
        ? "reconnecting"
        : "waiting_network";
    this.retryS = pause;
    this.#tell("change");
    await awhile(pause, this.#aborted.signal).catch(() => {}); // aborted: the next try tells it
    return true;
  }

  /** End the run; what it began is carried out to its end. */
  stop() {
    this.#stopping = true;
    this.state = "stopping";
    this.#tell("change");
    if (this.runId === null) this.#aborted.abort();
    else this.#cancelRun();
  }

  async #cancelRun() {
    try {
      await post(`/runs/${this.runId}/cancel`);
    } catch {
      // The connection is gone: when the stream comes back, `run.started` cancels it.
    }
  }

  /** Nobody listens any more (signed out): the run itself goes on. */
  leave() {
    this.ended = true;
    this.#aborted.abort();
  }

  #end(name, detail) {
    this.ended = true;
    outbox.drop(this);
    this.#tell(name, detail);
  }

  #fail(error) {
    if (this.ended) return;
    this.ended = true;
    // A refusal is final. What never got an answer stays, so that trying again sends the very same message.
    if (error instanceof Problem && error.status !== 401) outbox.drop(this);
    this.#tell("failed", error);
  }

  #tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Follow a run whose request we do not have (another device asked): by looking, until the thread has its answer. */
  async watch() {
    this.state = "working";
    while (!this.ended) {
      try {
        const run = await get(`/runs/${this.runId}`, { signal: this.#aborted.signal });
        this.steps = run.steps.flatMap((step) =>
          step.proposals.map((one) => ({ kind: "tool", name: one.tool, state: one.outcome })),
        );
        if (run.state === "settled") return this.#end("settled");
        this.state = this.#stopping ? "stopping" : "working";
      } catch (error) {
        if (error.name === "AbortError") return undefined;
        if (error instanceof Problem && !RETRIED.has(error.status)) return this.#fail(error);
        this.state = navigator.onLine ? "reconnecting" : "waiting_network";
      }
      this.#tell("change");
      await awhile(POLL_MS / 1000, this.#aborted.signal).catch(() => {});
    }
    return undefined;
  }
}

const RETRIED = new Set([429, 502, 503, 504]);
const STATUS = { not_ready: 503, thread_busy: 409 }; // of an `error` event, which has none
const WAITING = { thread_busy: "waiting_busy", rate_limited: "waiting_rate" };

const TAKES = {
  route: (turn, data) => {
    turn.route = data;
  },
  step: (turn, data) => {
    turn.steps.push(data.escalated ? { kind: "escalated" } : { kind: "step", name: data.index });
  },
  "tool.started": (turn, data) => {
    turn.steps.push({ kind: "tool", name: data.tool, state: "running" });
  },
  "tool.finished": (turn, data) => {
    const running = turn.steps.find((step) => step.name === data.tool && step.state === "running");
    if (running) Object.assign(running, { state: data.outcome ?? "done", summary: data.summary });
  },
  token: (turn, data) => {
    turn.text += data.text;
  },
  warning: (turn, data) => {
    turn.warnings.push(data.message);
  },
};

/** So many seconds; a network that comes back cuts it short. Rejects with AbortError when aborted. */
function awhile(seconds, signal) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const timer = setTimeout(resolve, seconds * 1000);
  const abort = () => reject(new DOMException("aborted", "AbortError"));
  window.addEventListener("online", resolve);
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  return promise.finally(() => {
    clearTimeout(timer);
    window.removeEventListener("online", resolve);
    signal.removeEventListener("abort", abort);
  });
}
