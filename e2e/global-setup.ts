import { once } from 'node:events';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from '@node-rs/bcrypt';
import { keepFirstStart } from './first-start.ts';
import { ADMIN, CHEAP_BCRYPT_COST } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';
import { createDataDir, DATA_TEMPLATE, startServer } from './server.ts';

/** Commits need not be on disk: what a test server holds is thrown away. */
const FAST_POSTGRES = "\nsynchronous_commit = 'off'\nfull_page_writes = 'off'\n";

/** Makes what the workers share: the data folder of a first start, which servers begin with a copy of. */
export default async function setUp(): Promise<() => Promise<void>> {
  const dataDir = await createDataDir();
  const server = await startServer(dataDir);
  const password = await hash(ADMIN.password, CHEAP_BCRYPT_COST);
  await runAsOwner(server, (sql) => sql`update auth.users set encrypted_password = ${password}`);
  await keepFirstStart(server);
  server.process.kill('SIGTERM');
  await once(server.process, 'exit');
  await appendFile(join(dataDir, 'postgres/postgresql.auto.conf'), FAST_POSTGRES);
  process.env[DATA_TEMPLATE] = dataDir;
  return () => rm(dataDir, { recursive: true });
}
