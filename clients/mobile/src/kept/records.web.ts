// What is kept in the browser besides the token: questions on their way, positions that could not be sent.

const key = (name: string): string => `steward.app.${name}`;

/** What was kept by that name; null for nothing, or for what can't be read any more. */
export function readRecord<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key(name)) ?? "null") as T | null;
  } catch {
    return null;
  }
}

export const writeRecord = (name: string, value: unknown): void => localStorage.setItem(key(name), JSON.stringify(value));
export const eraseRecord = (name: string): void => localStorage.removeItem(key(name));
