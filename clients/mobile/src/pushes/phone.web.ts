// A browser takes Steward's pushes by the console's page (Web Push), not by this app.

import type { Phone } from "./registration";

export const phone: Phone = {
  platform: null,
  allowed: async () => ({ granted: false, mayAsk: false }),
  token: () => Promise.reject(new Error("a browser has no Expo token")),
};

export function showPushes(): void {}

export function useTapped(_tapped: (data: unknown) => void): void {}
