/** Hands a file to the person, where their browser keeps downloads. */
export function saveFile(name: string, parts: BlobPart[], type: string): void {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has the data by the time the next task runs.
  setTimeout(() => URL.revokeObjectURL(address));
}
