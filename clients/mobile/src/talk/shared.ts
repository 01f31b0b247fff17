// What was shared into the app, until a message takes it: it is never sent by itself.

let waiting = "";

export const shared = {
  /** Title, text and link, each once. */
  put(parts: readonly (string | undefined)[]): void {
    const told = parts.map((part) => part?.trim()).filter((part): part is string => Boolean(part));
    waiting = [...new Set(told)].join("\n");
  },
  waits: (): boolean => waiting !== "",
  take(): string {
    const taken = waiting;
    waiting = "";
    return taken;
  },
};
