import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Embedded, startEmbedded } from '../database/embedded/embedded.ts';

/** Starts a PostgreSQL in a folder of its own, which stopping it removes. */
export async function startTemporaryPostgres(): Promise<Pick<Embedded, 'connection' | 'stop'>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parqueo-test-'));
  const { connection, stop } = await startEmbedded(
    { dataDir, dataDirIsSet: true },
    // It may lose everything at any time, and is to be fast.
    {
      say: () => undefined,
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
    },
  );
  return {
    connection,
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
