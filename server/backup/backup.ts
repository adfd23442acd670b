import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readStoredKeys } from '../keys/keys.ts';
import { IMPORTED_MAP } from '../maps/map-data.ts';
import { readArguments, runCommand } from '../start/run-command.ts';
import { openToRead } from './open-database.ts';
import { takeBackup } from './take-backup.ts';

runCommand('backup', async (line) => {
  const { file } = readArguments(line, { command: 'backup', usage: 'npm run backup -- file', options: {} });
  const { sql, dataDir, close } = await openToRead(line.readConfig());
  try {
    const keys = dataDir === null ? null : await readStoredKeys(dataDir);
    const { tables, rows } = await takeBackup(sql, file, keys);
    const lines = [
      `${rows} rows of ${tables} tables are in ${file}; it holds personal data, keep it as you keep passwords`,
      keys === null
        ? 'The keys are not in it: keep AUTH_SIGNING_KEYS, PUBLISHABLE_KEY and SECRET_KEY yourself'
        : 'The server’s keys are in it too: whoever has the file can sign in as anybody',
    ];
    const map = dataDir === null ? null : join(dataDir, IMPORTED_MAP);
    if (map !== null && existsSync(map)) lines.push(`The imported map is not in it: copy ${map}, or import it again`);
    return lines;
  } finally {
    await close();
  }
});
