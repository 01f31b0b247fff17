// Where does the token lie? On a phone in its keychain or keystore, which no other app reads.

import * as SecureStore from "expo-secure-store";

const HERE_ALONE = { keychainAccessible: SecureStore.AFTER_FIRST_UNLOCK_THIS_DEVICE_ONLY };

export const readSecret = (name: string): Promise<string | null> => SecureStore.getItemAsync(name, HERE_ALONE);
export const writeSecret = (name: string, value: string): Promise<void> =>
  SecureStore.setItemAsync(name, value, HERE_ALONE);
export const eraseSecret = (name: string): Promise<void> => SecureStore.deleteItemAsync(name, HERE_ALONE);
