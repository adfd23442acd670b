import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../server/database/embedded/endpoint.ts';
import { findUnprivilegedUser } from '../../server/database/embedded/run-as.ts';
import { untilListening } from './balancer.ts';

/** Where Debian puts PgBouncer. */
export const PGBOUNCER = '/usr/sbin/pgbouncer';

export type Pooler = { url: string; stop: () => Promise<void> };

/**
 * Starts PgBouncer in front of a database, with a user without a password.
 * @param settings in addition to the required ones
 * @param connectQuery runs on each of its server connections
 */
export async function startPooler(
  databaseUrl: string,
  settings: Record<string, string | number>,
  connectQuery = 'select 1',
): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-pooler-'));
  await chmod(folder, 0o755);
  const port = await findFreePort();
  const { hostname, port: databasePort, username } = new URL(databaseUrl);
  const all = { listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '', auth_type: 'any', ...settings };
  const lines = [
    '[databases]',
    `postgres = host=${hostname} port=${databasePort} user=${username} connect_query='${connectQuery.replaceAll("'", "''")}'`,
    '[pgbouncer]',
    ...Object.entries(all).map(([name, value]) => `${name} = ${value}`),
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${lines.join('\n')}\n`);
  const child = spawn(PGBOUNCER, ['--quiet', file], { ...findUnprivilegedUser(), cwd: '/', stdio: 'ignore' });
  await untilListening(port);
  return {
    url: `postgres://${username}@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGQUIT');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
