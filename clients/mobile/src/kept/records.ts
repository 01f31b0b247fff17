// What is kept on the phone besides the token: questions on their way, positions that could not be sent. Files of the app,
// which no other app reads and no backup takes along (`allowBackup`).

import { File, Paths } from "expo-file-system";

const file = (name: string): File => new File(Paths.document, `${name}.json`);

/** What was kept by that name; null for nothing, or for what can't be read any more. */
export function readRecord<T>(name: string): T | null {
  try {
    const kept = file(name);
    return kept.exists ? (JSON.parse(kept.textSync()) as T) : null;
  } catch {
    return null;
  }
}

export const writeRecord = (name: string, value: unknown): void => file(name).write(JSON.stringify(value));

export function eraseRecord(name: string): void {
  const kept = file(name);
  if (kept.exists) kept.delete();
}
