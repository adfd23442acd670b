/** Downloads a file in the browser. */
export function saveFile(name: string, parts: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has the data by the time the next task runs.
  setTimeout(() => URL.revokeObjectURL(url));
}
