import type { Config } from '../config.ts';
import { MIGRATIONS } from '../database/migrate.ts';
import { runCommand } from '../run-command.ts';
import type { ExistingData } from './existing-data.ts';
import { openToReplace } from './open-for-backup.ts';
import { readArguments } from './read-arguments.ts';
import { type CheckedBackup, checkBackup, restoreBackup } from './restore-backup.ts';
import { type StagedKeys, stageKeys } from './stored-keys.ts';

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
  const { file, replace = false } = readArguments('restore', line);
  const config = line.readConfig();
  // Read to the end before anything changes.
  const backup = await checkBackup(file);
  const { sql, dataDir, close } = await openToReplace(config);
  const { keys } = backup.header;
  let stagedKeys: StagedKeys | undefined;
  try {
    await restoreBackup(sql, backup, {
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
  ];
});
