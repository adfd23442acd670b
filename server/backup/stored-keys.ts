import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyTexts } from '../keys/generate-keys.ts';
import { KEYS_FILE, readTextIfExists } from '../keys/open-keys.ts';

/** Restored keys in a file next to the stored ones. */
export type StagedKeys = { commit: () => Promise<void>; discard: () => Promise<void> };

/** Writes keys next to the stored ones. Different old keys are kept as `keys.json.before-restore`. */
export async function stageKeys(dataDir: string, keys: KeyTexts): Promise<StagedKeys> {
  const file = join(dataDir, KEYS_FILE);
  const staged = `${file}.restored`;
  await rm(staged, { force: true });
  await writeFile(staged, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  return {
    async commit() {
      const before = await readTextIfExists(file);
      const after = await readTextIfExists(staged);
      if (before !== null && before !== after) {
        await writeFile(`${file}.before-restore`, before, { mode: 0o600 });
        await chmod(`${file}.before-restore`, 0o600);
      }
      await rename(staged, file);
    },
    discard: () => rm(staged, { force: true }),
  };
}
