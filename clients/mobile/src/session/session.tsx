// Who is signed in on this device, and at which Steward? The screens take it, and how they speak, from `useSession`.

import { getCalendars, getLocales } from "expo-localization";
import { fetch as streamingFetch } from "expo/fetch";
import { type ReactNode, createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from "react";
import { Platform } from "react-native";
import type { Given } from "@/api/address";
import { Api, type Fetch, type Schemas } from "@/api/api";
import type { Kept } from "@/api/turn";
import { eraseRecord, readRecord, writeRecord } from "@/kept/records";
import { eraseSecret, readSecret, writeSecret } from "@/kept/secrets";
import { Turns } from "@/talk/turns";
import { Speech } from "@/words/words";

const TOKEN = "steward.app.token";
const SERVER = "server"; // {base}: no secret, and known again at the next sign-in
const OUTBOX = "outbox";
export const POSITIONS = "positions";
const ACCOUNT = "account";

type Account = Pick<Schemas["Me"], "id" | "name" | "email" | "locale">;
type SignedIn = { api: Api; turns: Turns; account: Account | null };

export type Session = {
  /** Null while the token is looked for, and where nobody is signed in (`ready`). */
  signedIn: SignedIn | null;
  ready: boolean;
  /** Why the sign-in is shown again. */
  notice: "expired" | "signed_out" | null;
  /** The address of the last sign-in, or of the page. */
  lastBase: string;
  speech: Speech;
  zone: string;
  signIn(given: Given): Promise<void>;
  signOut(): Promise<void>;
};

const Context = createContext<Session | null>(null);

// A browser is told to keep nothing. A phone's `Request` would make a parameter of the address out of it.
const ask: Fetch = (url, init) => globalThis.fetch(url, Platform.OS === "web" ? { ...init, cache: "no-store" } : init);
const follow: Fetch = (url, init) => streamingFetch(url, init as object) as unknown as Promise<Response>;

export function SessionProvider({ children }: { children: ReactNode }) {
  const [signedIn, setSignedIn] = useState<SignedIn | null>(null);
  const [ready, setReady] = useState(false);
  const [notice, setNotice] = useState<Session["notice"]>(null);
  const current = useRef<SignedIn | null>(null);

  const expire = useCallback(async () => {
    current.current?.turns.leave();
    current.current = null;
    await eraseSecret(TOKEN);
    setNotice("expired");
    setSignedIn(null);
  }, []);

  const begin = useCallback(
    (base: string, token: string, account: Account | null) => {
      const api = apiAt(base, token, () => void expire());
      const turns = new Turns(api, {
        read: () => readRecord<Record<string, Kept>>(OUTBOX),
        write: (kept) => writeRecord(OUTBOX, kept),
      });
      current.current = { api, turns, account };
      setNotice(null);
      setSignedIn(current.current);
      turns.resume();
    },
    [expire],
  );

  useEffect(() => {
    void (async () => {
      const token = await readSecret(TOKEN).catch(() => null); // a keystore that lost its key: sign in again
      const base = readRecord<{ base: string }>(SERVER)?.base;
      if (token && base) begin(base, token, readRecord<Account>(ACCOUNT));
      setReady(true);
    })();
  }, [begin]);

  const signIn = useCallback(
    async (given: Given) => {
      const token = given.token ?? (await paired(given));
      const api = apiAt(given.base, token);
      const account = await api.data(api.client.GET("/me"));
      if (readRecord<Account>(ACCOUNT)?.id !== account.id) forget(); // what another user left here
      await writeSecret(TOKEN, token);
      writeRecord(SERVER, { base: given.base });
      writeRecord(ACCOUNT, { id: account.id, name: account.name, email: account.email, locale: account.locale });
      begin(given.base, token, account);
    },
    [begin],
  );

  const signOut = useCallback(async () => {
    current.current?.turns.leave();
    current.current = null;
    await eraseSecret(TOKEN);
    forget();
    setNotice("signed_out");
    setSignedIn(null);
  }, []);

  const locale = signedIn?.account?.locale ?? null;
  const session = useMemo<Session>(
    () => ({
      signedIn,
      ready,
      notice,
      lastBase: readRecord<{ base: string }>(SERVER)?.base ?? pageOrigin(),
      speech: new Speech(
        locale,
        getLocales().map((one) => one.languageTag),
      ),
      zone: getCalendars()[0]?.timeZone ?? "UTC",
      signIn,
      signOut,
    }),
    [signedIn, ready, notice, locale, signIn, signOut],
  );
  useEffect(() => {
    if (Platform.OS === "web") document.documentElement.lang = session.speech.region; // how a screen reader says it
  }, [session.speech]);
  return <Context.Provider value={session}>{children}</Context.Provider>;
}

export function useSession(): Session {
  const session = useContext(Context);
  if (!session) throw new Error("useSession outside of SessionProvider");
  return session;
}

/** Below the sign-in. */
export function useSignedIn(): SignedIn & Pick<Session, "speech" | "zone" | "signOut"> {
  const { signedIn, speech, zone, signOut } = useSession();
  if (!signedIn) throw new Error("useSignedIn while nobody is signed in");
  return { ...signedIn, speech, zone, signOut };
}

const apiAt = (base: string, token: string | null, refused?: () => void): Api =>
  new Api({ base, token, fetch: ask, streamingFetch: follow, ...(refused ? { refused } : {}) });

async function paired({ base, code }: Given): Promise<string> {
  const api = apiAt(base, null);
  const body = { code: code ?? "", device_name: `Steward app (${Platform.OS})` };
  return (await api.data(api.client.POST("/auth/pair", { body }))).token;
}

function forget(): void {
  for (const name of [OUTBOX, POSITIONS, ACCOUNT]) eraseRecord(name);
}

const pageOrigin = (): string => (Platform.OS === "web" ? globalThis.location.origin : "");
