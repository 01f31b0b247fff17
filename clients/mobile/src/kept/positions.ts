// Where was this device, as far as Steward does not know it yet? Sent together; the same instant again changes nothing there,
// so what had no answer may be sent until it has one.

import type { Api, Schemas } from "@/api/api";

export type Position = Schemas["SampleFields"];
type Result = Schemas["IngestResult"];
export type Kept = { read(): Position[] | null; write(positions: Position[]): void };

const MOST = 1000; // a batch's limit; the oldest go first

/** Send what waits and `here`; what became of `here`. Throws as the API does: then all of them wait. */
export async function sendPositions(api: Api, kept: Kept, device: string, here: Position): Promise<Result | null> {
  const samples = [...(kept.read() ?? []), here].slice(-MOST);
  kept.write(samples);
  const { results } = await api.data(api.client.POST("/mobile/location", { body: { device, samples } }));
  kept.write([]);
  return results.at(-1) ?? null;
}
