// What did the user give to sign in with? An address of Steward, the link of `steward pair`, a code or a token.

export type Given = { base: string; code: string | null; token: string | null };
export class Unclear extends Error {
  constructor(readonly what: "address" | "secret") {
    super(`unclear: ${what}`);
    this.name = "Unclear";
  }
}

const TOKEN = /^stw_\S+$/;
const CODE = /^[A-Za-z0-9\s-]{8,12}$/;
const PAIR = "#pair=";

/** The link that `steward pair` draws as a QR code, in its parts; null for what is none. */
export function pairingLink(text: string): { base: string; code: string } | null {
  const at = text.indexOf(PAIR);
  if (at < 0) return null;
  const base = originOf(text.slice(0, at));
  const code = text.slice(at + PAIR.length).trim();
  return base && code ? { base, code } : null;
}

/** Raises Unclear for what is no address, or neither code nor token. */
export function understood(address: string, secret: string): Given {
  const link = pairingLink(secret.trim()) ?? pairingLink(address.trim());
  if (link) return { base: link.base, code: link.code, token: null };
  const base = originOf(address);
  if (!base) throw new Unclear("address");
  const given = secret.trim();
  if (TOKEN.test(given)) return { base, code: null, token: given };
  if (CODE.test(given)) return { base, code: given, token: null };
  throw new Unclear("secret");
}

/** Scheme, host and path below which Steward answers; HTTPS where no scheme is named. */
export function originOf(address: string): string | null {
  const text = address.trim();
  if (!text) return null;
  try {
    const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
    if (url.protocol !== "https:" && url.protocol !== "http:") return null;
    return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, "")}`;
  } catch {
    return null;
  }
}

/** Does what is sent there go in the clear over a network? */
export const inTheClear = (base: string): boolean =>
  base.startsWith("http://") && !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(base);
