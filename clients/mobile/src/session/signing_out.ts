// What is Steward told when somebody signs out? That this phone is pushed to no more, and that its token is refused from
// then on, where it was made for this device alone.

import type { Api } from "@/api/api";
import { Problem } from "@/api/problem";

/** `not_told`: Steward could not be reached, or refused: it still knows this device. */
export type Ended = "signed_out" | "signed_out_for_good" | "not_told";

/** `revoked`: the token to end, with an API that bears it; null where it stays. Throws nothing. */
export async function endedThere(
  pushes: { remove(): Promise<unknown> },
  revoked: { api: Api; token: string } | null,
): Promise<Ended> {
  const told = await tells(pushes.remove());
  if (!revoked) return told ? "signed_out" : "not_told";
  const { api, token } = revoked;
  const ended = await tells(api.data(api.client.POST("/auth/revoke", { body: { token } })));
  return told && ended ? "signed_out_for_good" : "not_told";
}

/** A token that is not accepted any more has ended already. */
const tells = (asked: Promise<unknown>): Promise<boolean> =>
  asked.then(
    () => true,
    (error: unknown) => error instanceof Problem && error.status === 401,
  );
