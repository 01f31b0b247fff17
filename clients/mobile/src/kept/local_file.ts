// A file of the phone as a form takes it: Expo's `fetch` reads it by its `bytes()`, not by its uri.

import { File } from "expo-file-system";

export const localFile = (uri: string): Blob => new File(uri) as unknown as Blob;
