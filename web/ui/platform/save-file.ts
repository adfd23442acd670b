const KEPT_MS = 60_000;

/** Downloads a file in the browser. */
export function saveFile(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Safari on iOS reads it only after its user has said where to save.
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
