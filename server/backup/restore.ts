import type { Config } from '../config.ts';
import { MIGRATIONS } from '../database/migrate.ts';
import type { ExistingData } from './existing-data.ts';
import { openToReplace } from './open-for-backup.ts';
import type { CheckedBackup } from './restore-backup.ts';
import { checkBackup, restoreBackup } from './restore-backup.ts';
import { runCommand } from './run-command.ts';
import { type StagedKeys, stageKeys } from './stored-keys.ts';

/** What becomes of sessions and second factors, which stand on the keys. */
function wordOnKeys({ header }: CheckedBackup, config: Config, isKept: boolean): string {
  if (isKept) return 'The keys of the backup are in place: who was signed in stays so';
  const isSame = config.secretKey !== undefined && config.secretKey === header.keys?.secretKey;
  if (isSame) return 'SECRET_KEY is the one of the backup';
  return 'The keys are not part of this restore: with another SECRET_KEY than before people sign in again, and second factors cannot be read';
}

const say = ({ tables, accounts, reservations }: ExistingData) =>
  process.stdout.write(
    `Replacing ${tables} tables with ${accounts} accounts and ${reservations} reservations; they stay as they are unless all goes well\n`,
  );

runCommand('restore', async ({ file, mayReplace }, config) => {
  // Read to the end before anything is touched.
  const backup = await checkBackup(file);
  const { sql, dataDir, close } = await openToReplace(config);
  const { keys } = backup.header;
  const newKeys: StagedKeys[] = [];
  try {
    const beforeKept = async () => {
      if (keys !== null && dataDir !== null) newKeys.push(await stageKeys(dataDir, keys));
    };
    await restoreBackup(sql, backup, { sets: MIGRATIONS, mayReplace, onReplace: say, beforeKept });
    for (const one of newKeys) await one.keep();
  } catch (error) {
    for (const one of newKeys) await one.drop();
    throw error;
  } finally {
    await close();
  }
  const rows = Object.values(backup.trailer.rows).reduce((sum, count) => sum + count, 0);
  return [
    `${rows} rows are back as they were at ${backup.header.takenAt}`,
    wordOnKeys(backup, config, newKeys.length > 0),
  ];
});
