import { Problem } from '../../../../domain/problems.ts';

const MAX_FILE_BYTES = 1024 * 1024;

/** The text of a CSV file as spreadsheets write it. @throws Problem `import-file-too-large` or `import-not-text` */
export async function decodeFile(file: Blob): Promise<string> {
  if (file.size > MAX_FILE_BYTES) throw new Problem('import-file-too-large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decode(bytes);
  // Workbooks and pictures have it, tables do not.
  if (text.includes('\0')) throw new Problem('import-not-text');
  return text;
}

/** UTF-8, UTF-16 by its mark, or else Windows-1252, which has a letter for every byte. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
