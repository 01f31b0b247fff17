// Names that are made here: 128 random bits, also where a browser has no `crypto.randomUUID` (plain HTTP).

import { getRandomBytes } from "expo-crypto";

export const newMessageId = (): string =>
  Array.from(getRandomBytes(16), (byte) => byte.toString(16).padStart(2, "0")).join("");
