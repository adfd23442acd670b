import { chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyTexts } from '../keys/generate-keys.ts';
import { KEYS_FILE, parseStored } from '../keys/open-keys.ts';

async function readText(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** The keys kept in a data folder; null when there are none. @throws OperatorError when they are damaged */
export async function readStoredKeys(dataDir: string): Promise<KeyTexts | null> {
  const file = join(dataDir, KEYS_FILE);
  const text = await readText(file);
  return text === null ? null : parseStored(text, file);
}

/** Keys that lie beside the kept ones until they take their place. */
export type StagedKeys = { keep: () => Promise<void>; drop: () => Promise<void> };

/** Writes keys next to the kept ones; those that are replaced by others stay as `keys.json.before-restore`. */
export async function stageKeys(dataDir: string, keys: KeyTexts): Promise<StagedKeys> {
  const file = join(dataDir, KEYS_FILE);
  const laidOut = `${file}.restored`;
  await rm(laidOut, { force: true });
  await writeFile(laidOut, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  return {
    async keep() {
      const before = await readText(file);
      const after = await readText(laidOut);
      if (before !== null && before !== after) {
        await writeFile(`${file}.before-restore`, before, { mode: 0o600 });
        await chmod(`${file}.before-restore`, 0o600);
      }
      await rename(laidOut, file);
    },
    drop: () => rm(laidOut, { force: true }),
  };
}
