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
import { phone, showPushes } from "@/pushes/phone";
import { type Device, Registration } from "@/pushes/registration";
import { Turns } from "@/talk/turns";
import { Speech } from "@/words/words";
import { type Ended, endedThere } from "./signing_out";

const TOKEN = "steward.app.token";
const SERVER = "server"; // {base}: no secret, and known again at the next sign-in
const OUTBOX = "outbox";
export const POSITIONS = "positions";
const ACCOUNT = "account";
const DEVICE = "device"; // as it is registered for pushes
const OWN = "own_token"; // it was made for this device alone, by its pairing

type Account = Pick<Schemas["Me"], "id" | "name" | "email" | "locale">;
type SignedIn = { api: Api; turns: Turns; pushes: Registration; account: Account | null; ownToken: boolean };

export type Session = {
  /** Null while the token is looked for, and where nobody is signed in (`ready`). */
  signedIn: SignedIn | null;
  ready: boolean;
  /** Why the sign-in is shown again. */
  notice: Left | null;
  /** The address of the last sign-in, or of the page. */
  lastBase: string;
  speech: Speech;
  zone: string;
  signIn(given: Given): Promise<void>;
  /** `revoke`: whether the token is refused everywhere from then on; one that was typed in may be used elsewhere. */
  signOut(revoke: boolean): Promise<void>;
};

export type Left = "expired" | Ended;

const Context = createContext<Session | null>(null);

// A browser is told to keep nothing. A phone's `Request` would make a parameter of the address out of it.
const ask: Fetch = (url, init) => globalThis.fetch(url, Platform.OS === "web" ? { ...init, cache: "no-store" } : init);
const follow: Fetch = (url, init) => streamingFetch(url, init as object) as unknown as Promise<Response>;

export function SessionProvider({ children }: { children: ReactNode }) {
  const [signedIn, setSignedIn] = useState<SignedIn | null>(null);
  const [ready, setReady] = useState(false);
  const [notice, setNotice] = useState<Left | null>(null);
  const current = useRef<SignedIn | null>(null);

  const expire = useCallback(async () => {
    if (!current.current) return; // it is being left already
    current.current.turns.leave();
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
      const pushes = new Registration(api, phone, DEVICE_KEPT, ZONE());
      current.current = { api, turns, pushes, account, ownToken: readRecord<boolean>(OWN) === true };
      setNotice(null);
      setSignedIn(current.current);
      turns.resume();
      resumePushes(pushes);
    },
    [expire],
  );

  useEffect(showPushes, []);

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
      writeRecord(OWN, given.token === null);
      writeRecord(SERVER, { base: given.base });
      writeRecord(ACCOUNT, { id: account.id, name: account.name, email: account.email, locale: account.locale });
      begin(given.base, token, account);
    },
    [begin],
  );

  const signOut = useCallback(async (revoke: boolean) => {
    const was = current.current;
    const token = await readSecret(TOKEN).catch(() => null);
    was?.turns.leave();
    current.current = null;
    const revoked = was && revoke && token ? { api: apiAt(was.api.base, token), token } : null;
    const left = was ? await endedThere(was.pushes, revoked) : "signed_out";
    await eraseSecret(TOKEN);
    forget();
    setNotice(left);
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
      zone: ZONE(),
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
  for (const name of [OUTBOX, POSITIONS, ACCOUNT, DEVICE, OWN]) eraseRecord(name);
}

const DEVICE_KEPT = {
  read: () => readRecord<Device>(DEVICE),
  write: (device: Device) => writeRecord(DEVICE, device),
  erase: () => eraseRecord(DEVICE),
};
const ZONE = (): string => getCalendars()[0]?.timeZone ?? "UTC";

/** Without a network, or a word from the user: it is tried again at the next start, and its card says how it stands. */
const resumePushes = (pushes: Registration): void => void pushes.resume().catch(() => {});

const pageOrigin = (): string => (Platform.OS === "web" ? globalThis.location.origin : "");
