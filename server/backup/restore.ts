import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { MIGRATIONS } from '../database/migrate.ts';
import type { KeyTexts } from '../keys/keys.ts';
import { KEYS_FILE, readTextIfExists } from '../keys/keys.ts';
import { readArguments, runCommand } from '../start/run-command.ts';
import { openToReplace } from './open-database.ts';
import type { ExistingData } from './product-tables.ts';
import { type CheckedBackup, checkBackup, restoreBackup } from './restore-backup.ts';

/** Tells what happens to sessions and second factors, which depend on the keys. */
function describeKeys({ header }: CheckedBackup, config: Config, areRestored: boolean): string {
  if (areRestored) return 'The keys of the backup are in place: who was signed in stays so';
  const isSame = config.secretKey !== undefined && config.secretKey === header.keys?.secretKey;
  if (isSame) return 'SECRET_KEY is the one of the backup';
  return 'The keys are not part of this restore: with another SECRET_KEY than before people sign in again, and second factors cannot be read';
}

function announceReplacement({ tables, accounts, reservations }: ExistingData): void {
  process.stdout.write(
    `Replacing ${tables} tables with ${accounts} accounts and ${reservations} reservations; they stay as they are unless all goes well\n`,
  );
}

runCommand('restore', async (line) => {
  const { file, replace = false } = readArguments(line, {
    command: 'restore',
    usage: 'npm run restore -- file [--replace]',
    options: { replace: { type: 'boolean' } },
  });
  const config = line.readConfig();
  // Read to the end before anything changes.
  const backup = await checkBackup(file);
  const { sql, dataDir, close } = await openToReplace(config);
  const { keys } = backup.header;
  let stagedKeys: StagedKeys | undefined;
  let newer: string[] = [];
  try {
    newer = await restoreBackup(sql, backup, {
      sets: MIGRATIONS,
      mayReplace: replace,
      onReplace: announceReplacement,
      beforeCommit: async () => {
        if (keys !== null && dataDir !== null) stagedKeys = await stageKeys(dataDir, keys);
      },
    });
    await stagedKeys?.commit();
  } catch (error) {
    await stagedKeys?.discard();
    throw error;
  } finally {
    await close();
  }
  const rows = Object.values(backup.trailer.rows).reduce((sum, count) => sum + count, 0);
  return [
    `${rows} rows are back as they were at ${backup.header.takenAt}`,
    describeKeys(backup, config, stagedKeys !== undefined),
    ...(newer.length === 0 ? [] : ['Then newer migrations ran', ...newer]),
  ];
});

/** Restored keys in a file next to the stored ones. */
type StagedKeys = { commit: () => Promise<void>; discard: () => Promise<void> };

/** Writes keys next to the stored ones. Different old keys are kept as `keys.json.before-restore`. */
async function stageKeys(dataDir: string, keys: KeyTexts): Promise<StagedKeys> {
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
