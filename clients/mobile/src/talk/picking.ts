// Which file does the user mean? Taken by the camera, or chosen from photos or files; null where they thought better of it.

import * as DocumentPicker from "expo-document-picker";
import * as ImagePicker from "expo-image-picker";
import type { Upload } from "@/api/api";
import { localFile } from "@/kept/local_file";

export type Source = "camera" | "photos" | "files";

/** Each with the name of its button's text. */
export const SOURCES = [
  ["camera", "take_photo"],
  ["photos", "choose_photo"],
  ["files", "choose_file"],
] as const;

/** The camera may not be used. */
export class NoCamera extends Error {}

export async function picked(source: Source): Promise<Upload | null> {
  if (source === "files") {
    const chosen = await DocumentPicker.getDocumentAsync({ copyToCacheDirectory: true });
    const file = chosen.assets?.[0];
    return file ? { name: file.name, blob: file.file ?? localFile(file.uri) } : null;
  }
  if (source === "camera" && !(await ImagePicker.requestCameraPermissionsAsync()).granted) throw new NoCamera();
  const take = source === "camera" ? ImagePicker.launchCameraAsync : ImagePicker.launchImageLibraryAsync;
  const photo = (await take({ mediaTypes: ["images"], quality: 1, exif: false })).assets?.[0];
  return photo ? { name: photo.fileName ?? nameOf(photo), blob: photo.file ?? localFile(photo.uri) } : null;
}

const nameOf = (photo: ImagePicker.ImagePickerAsset): string => `photo.${photo.mimeType?.split("/")[1] ?? "jpg"}`;
