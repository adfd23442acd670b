import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { OLDEST_POSTGRES } from '../../server/testing/outside-postgres.ts';
import { ROOT } from './create-image-folder.ts';

/** Runs deploy/create-database.sh as an operator would. */
export function runCreateDatabase(host: string, port: number, password: string) {
  const env = {
    PATH: `${OLDEST_POSTGRES}:${process.env.PATH}`,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: 'postgres',
    PARQUEO_DATABASE_PASSWORD: password,
  };
  return spawnSync('sh', [join(ROOT, 'deploy/create-database.sh')], { env, encoding: 'utf8' });
}

export function createDatabase(host: string, port: number): void {
  const { status, stderr } = runCreateDatabase(host, port, "it's a secret");
  if (status !== 0) throw new Error(`create-database.sh failed: ${stderr}`);
}
