// How does the app talk to Steward? With the types of its OpenAPI document, the token, and errors that say what to do.

import createClient, { type Client, type FetchResponse } from "openapi-fetch";
import { type Told, readEvents } from "./events";
import { Problem, Unreachable, isAbort, problemOf } from "./problem";
import type { components, paths } from "./schema";

export type Schemas = components["schemas"];
type MediaType = `${string}/${string}`;
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** A file to send. */
export type Upload = { name: string; blob: Blob };

export type Access = {
  /** Where Steward is, without a slash at the end. */
  base: string;
  /** Null before the sign-in. */
  token: string | null;
  /** For what is answered at once. */
  fetch: Fetch;
  /** For what streams: on a phone another one than `fetch`. */
  streamingFetch: Fetch;
  /** The token is not accepted any more. */
  refused?: () => void;
};

export class Api {
  readonly client: Client<paths>;

  constructor(private readonly access: Access) {
    this.client = createClient<paths>({
      baseUrl: access.base,
      headers: this.headers(),
      fetch: (request: Request) => reached(() => access.fetch(request as unknown as string)),
      credentials: "omit",
    });
  }

  get base(): string {
    return this.access.base;
  }

  /** What a request of `client` answers. Throws Problem, Unreachable, AbortError. */
  async data<T extends Record<string | number, unknown>, O, M extends MediaType>(
    asked: Promise<FetchResponse<T, O, M>>,
  ): Promise<NonNullable<FetchResponse<T, O, M>["data"]>> {
    let told: FetchResponse<T, O, M>;
    try {
      told = await asked;
    } catch (error) {
      if (isAbort(error) || error instanceof Unreachable) throw error;
      throw new Unreachable("the answer broke off", { cause: error });
    }
    if (!told.response.ok) throw this.refusal(told.response, told.error);
    return told.data as NonNullable<FetchResponse<T, O, M>["data"]>;
  }

  /** The events of a turn. Throws as `data`; Unreachable when the stream breaks off. */
  async *ask(question: Schemas["Ask"], signal: AbortSignal): AsyncGenerator<Told> {
    const answer = await reached(() =>
      this.access.streamingFetch(`${this.access.base}/ask/stream`, {
        method: "POST",
        headers: this.headers({ Accept: "text/event-stream", "Content-Type": "application/json" }),
        body: JSON.stringify(question),
        credentials: "omit",
        signal,
      }),
    );
    if (!answer.ok) throw this.refusal(answer, await json(answer));
    if (!answer.body) throw new Unreachable("the answer has no body");
    try {
      yield* readEvents(answer.body);
    } catch (error) {
      if (isAbort(error)) throw error;
      throw new Unreachable("the stream broke off", { cause: error });
    }
  }

  /** Upload a file; the id of the document that it is. One that Steward has already keeps its id. */
  async upload(file: Upload): Promise<string> {
    const form = new FormData();
    form.append("file", file.blob, file.name);
    form.append("title", file.name); // a phone's form gives the name of its copy
    const answer = await reached(() =>
      this.access.fetch(`${this.access.base}/documents`, {
        method: "POST",
        headers: this.headers(),
        body: form,
        credentials: "omit",
      }),
    );
    const told = await json(answer);
    if (answer.ok) return (told as Schemas["DocumentOut"]).id;
    const problem = this.refusal(answer, told);
    if (problem.code === "already_exists" && typeof problem.body.id === "string") return problem.body.id;
    throw problem;
  }

  private headers(more: Record<string, string> = {}): Record<string, string> {
    const { token } = this.access;
    return { Accept: "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}), ...more };
  }

  private refusal(answer: Response, body: unknown): Problem {
    const problem = problemOf(answer, body);
    if (problem.status === 401 && this.access.token) this.access.refused?.();
    return problem;
  }
}

async function reached(asking: () => Promise<Response>): Promise<Response> {
  try {
    return await asking();
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Unreachable("no answer", { cause: error });
  }
}

async function json(answer: Response): Promise<unknown> {
  try {
    return await answer.json();
  } catch {
    return null;
  }
}
