// Which code came with the address? It does not stay there, nor in the history.

/** The code of a link that the terminal showed in which Steward runs; null where none came. */
export const link = () => taken(/^#link=([\w-]*)/);

/** The pairing code of a link or a picture of `steward pair`; null where none came. */
export const pairingCode = () => taken(/^#pair=([\w-]*)/);

function taken(pattern) {
  const found = pattern.exec(location.hash);
  if (!found) return null;
  history.replaceState(null, "", location.pathname);
  return found[1];
}
