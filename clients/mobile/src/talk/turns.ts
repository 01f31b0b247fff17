// Which questions are on their way? One place for the whole app, so that leaving a screen ends none of them.

import type { Api } from "@/api/api";
import { type Kept, type Keeping, type Question, Turn } from "@/api/turn";

/** Where they are kept over a restart of the app: the records of `kept/`. */
export type Records = { read(): Record<string, Kept> | null; write(kept: Record<string, Kept>): void };

export class Turns {
  private turns: readonly Turn[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly keeping: Keeping;

  constructor(
    private readonly api: Api,
    private readonly records: Records,
  ) {
    const all = () => records.read() ?? {};
    this.keeping = {
      put: (kept: Kept) => records.write({ ...all(), [kept.question.client_message_id]: kept }),
      drop: (question: Question) => {
        const { [question.client_message_id]: _dropped, ...rest } = all();
        records.write(rest);
      },
    };
  }

  /** Call back when one comes, goes, gets its thread or ends. */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** All there are, oldest first; the same object until something changes. */
  current = (): readonly Turn[] => this.turns;

  /** Send a question. */
  start(question: Question): Turn {
    const turn = new Turn(question, this.api, this.keeping);
    let { threadId, ended } = turn;
    turn.subscribe(() => {
      if (turn.threadId === threadId && turn.ended === ended) return;
      ({ threadId, ended } = turn);
      this.tell([...this.turns]);
    });
    this.tell([...this.turns, turn]);
    void turn.follow();
    return turn;
  }

  /** Send again, as the very same messages, what had no answer when the app ended. */
  resume(): void {
    for (const { question, threadId } of Object.values(this.records.read() ?? {})) {
      if (this.turns.some((turn) => turn.question.client_message_id === question.client_message_id)) continue;
      this.start({ ...question, thread_id: question.thread_id ?? null }).threadId ??= threadId;
    }
  }

  /** Send one that failed again, as the very same message. */
  again(turn: Turn): Turn {
    this.forget(turn);
    return this.start(turn.question);
  }

  /** It is shown no more: its thread has the answer, or the user gave it up. */
  forget(turn: Turn): void {
    if (turn.ended) this.keeping.drop(turn.question);
    this.tell(this.turns.filter((one) => one !== turn));
  }

  /** Nobody is signed in any more. */
  leave(): void {
    for (const turn of this.turns) turn.leave();
    this.tell([]);
  }

  private tell(turns: readonly Turn[]): void {
    this.turns = turns;
    for (const listener of this.listeners) listener();
  }
}
