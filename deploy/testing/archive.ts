import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findUnprivilegedUser } from '../../server/database/embedded/run-as.ts';
import { OLDEST_POSTGRES } from '../../server/testing/outside-postgres.ts';
import { ROOT } from './create-image-folder.ts';
import { readCodeBlocks, replaceDocumented, runDocumented } from './documentation.ts';

const DOCUMENT = 'docs/backup.md';
const HEADING = 'Set it up';

/** An archive of the changes of a database, set up by the commands of the documentation. */
export type Archive = {
  makeBaseBackup: () => Promise<void>;
  /** Starts what the unit of systemd says. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Runs the documented steps up to the first base backup.
 * @param database the folder and the port of a PostgreSQL
 * @param backups the folder of the archive, which does not exist yet
 */
export async function setUpArchive(database: { folder: string; port: number }, backups: string): Promise<Archive> {
  const [role = '', reload = '', folders = '', slot = '', , baseBackup = ''] = await readCodeBlocks(DOCUMENT, HEADING);
  const [line = ''] = await readCodeBlocks(DOCUMENT, HEADING, 'text');
  const onDatabase = {
    asPostgres: true,
    env: { PGHOST: database.folder, PGPORT: `${database.port}`, PGUSER: 'postgres' },
  };
  const onArchive = { asPostgres: true, env: { PGPORT: `${database.port}` } };
  const address = { 'db.example': '127.0.0.1', ' PGSSLMODE=require': '' };

  runDocumented(role, { ...onDatabase, input: "it's a secret\nit's a secret\n" });
  const ownLine = replaceDocumented(line, { hostssl: 'host', '10.0.0.30/32': '127.0.0.1/32' });
  await appendFile(join(database.folder, 'data/pg_hba.conf'), `${ownLine}\n`);
  runDocumented(reload, onDatabase);
  const faults = runDocumented(`psql -Atc 'select error from pg_hba_file_rules where error is not null'`, onDatabase);
  if (faults !== '') throw new Error(`PostgreSQL does not take the line for pg_hba.conf: ${faults}`);
  runDocumented(folders, { asPostgres: true, replacements: { '/archive': backups, '--owner=postgres ': '' } });
  runDocumented(slot, { ...onArchive, replacements: address });

  const makeBaseBackup = async () => {
    runDocumented(baseBackup, {
      ...onArchive,
      replacements: { ...address, '/opt/parqueo': ROOT, '/archive': backups },
    });
  };
  const unit = await readFile(join(ROOT, 'deploy/parqueo-archive.service'), 'utf8');
  const [, command = ''] = /^ExecStart=(.+)$/m.exec(unit) ?? [];
  const replaced = replaceDocumented(command, { '/usr/bin': OLDEST_POSTGRES, '/archive': backups });
  const [program = '', ...args] = replaced.split(' ');
  let running: ChildProcess | undefined;
  return {
    makeBaseBackup,
    async start() {
      const env = { PGHOST: '127.0.0.1', PGPORT: `${database.port}`, PGUSER: 'parqueo_archive' };
      running = spawn(program, args, { ...findUnprivilegedUser(), cwd: '/', env, stdio: 'ignore' });
      await once(running, 'spawn');
    },
    async stop() {
      if (running === undefined) return;
      const ended = once(running, 'exit');
      running.kill('SIGTERM');
      await ended;
      running = undefined;
    },
  };
}
