// In a browser what was picked is a file already.

export function localFile(uri: string): Blob {
  throw new Error(`no file was picked: ${uri}`);
}
