// What can go wrong with a request? The server refuses (problem JSON), or there is no answer.

import type { components } from "./schema";

export type ProblemBody = Partial<components["schemas"]["Problem"]> & Record<string, unknown>;

/** The server refused: `status`, `code`, its `detail` as the message, further members in `body`. */
export class Problem extends Error {
  readonly code: string;

  constructor(
    readonly status: number,
    readonly body: ProblemBody,
    /** What `Retry-After` said, in seconds. */
    readonly retryAfterS: number | null = null,
  ) {
    super(body.detail || body.title || `HTTP ${status}`);
    this.name = "Problem";
    this.code = body.code ?? "";
  }
}

/** There was no answer: no network, no server, or the connection broke off. */
export class Unreachable extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message);
    this.name = "Unreachable";
    this.cause = options?.cause;
  }
}

/** The user, or the screen that is left, wanted no answer any more. */
export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === "AbortError";

/** The refusal that an answer is. A proxy in between may answer HTML: then the status is all that it tells us. */
export function problemOf(answer: Response, body: unknown): Problem {
  const told = typeof body === "object" && body !== null ? (body as ProblemBody) : {};
  return new Problem(answer.status, told, secondsOf(answer.headers.get("Retry-After")));
}

function secondsOf(header: string | null): number | null {
  const seconds = Number(header);
  return header !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
