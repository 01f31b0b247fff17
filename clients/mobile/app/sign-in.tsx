// Who are you? The code or link of `steward pair`, or a token, and where Steward is.

import { useURL } from "expo-linking";
import { router } from "expo-router";
import { useEffect, useState } from "react";
import { Unclear, inTheClear, originOf, pairingLink, understood } from "@/api/address";
import { Problem } from "@/api/problem";
import { type Left, useSession } from "@/session/session";
import { shared } from "@/talk/shared";
import { saying } from "@/ui/errors";
import { Button, Field, Notice, Page, Say } from "@/ui/parts";
import type { Name } from "@/words/words";

/** What is said first to whom was signed in before, and what becomes of their token. */
const LEFT: Record<Left, Name> = {
  expired: "expired",
  signed_out: "signed_out",
  signed_out_for_good: "signed_out",
  not_told: "signed_out",
};
const AFTER: Partial<Record<Left, Name>> = {
  signed_out: "token_stays",
  signed_out_for_good: "token_ended",
  not_told: "not_told",
};
const NO_SUCH_CODE = new Set([401, 403, 404, 409, 410, 422]);

export default function SignIn() {
  const session = useSession();
  const { say } = session.speech;
  const [address, setAddress] = useState(session.lastBase);
  const [secret, setSecret] = useState("");
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState("");
  const url = useURL();

  useEffect(() => {
    const link = url ? pairingLink(url) : null; // the app was opened by the link that `steward pair` draws
    if (link) setSecret(link.code);
  }, [url]);

  async function submit() {
    setWrong("");
    setBusy(true);
    let given: ReturnType<typeof understood> | null = null;
    try {
      given = understood(address, secret);
      await session.signIn(given);
      router.replace(shared.waits() ? "/thread/new" : "/");
    } catch (error) {
      setWrong(reason(error, given?.code !== null, given?.base ?? address));
      setBusy(false);
    }
  }

  function reason(error: unknown, byCode: boolean, base: string): string {
    if (error instanceof Unclear) return say(error.what === "address" ? "wrong_address" : "wrong_secret");
    if (error instanceof Problem && byCode && NO_SUCH_CODE.has(error.status)) return say("wrong_code");
    if (error instanceof Problem && error.status === 401) return say("wrong_token");
    return saying(error, session.speech, base);
  }

  const base = originOf(address);
  return (
    <Page>
      <Say kind="title" aria-level={1} style={{ fontSize: 28, lineHeight: 36, marginTop: 32 }}>
        Steward
      </Say>
      <Say>{say("tagline")}</Say>
      <Notice wrong={session.notice === "expired"}>{session.notice ? say(LEFT[session.notice]) : null}</Notice>
      {session.notice && AFTER[session.notice] ? <Say kind="quiet">{say(AFTER[session.notice] as Name)}</Say> : null}
      <Field
        label={say("address")}
        hint={say("address_hint")}
        value={address}
        onChangeText={setAddress}
        autoCapitalize="none"
        autoCorrect={false}
        inputMode="url"
        textContentType="URL"
      />
      {base && inTheClear(base) ? <Say kind="wrong">{say("in_the_clear")}</Say> : null}
      <Field
        label={say("secret")}
        hint={say("secret_hint")}
        value={secret}
        onChangeText={setSecret}
        autoCapitalize="none"
        autoCorrect={false}
        autoComplete="one-time-code"
        onSubmitEditing={() => void submit()}
        enterKeyHint="go"
      />
      <Notice wrong>{wrong}</Notice>
      <Button kind="primary" title={say(busy ? "signing_in" : "sign_in")} disabled={busy} onPress={() => void submit()} />
    </Page>
  );
}
