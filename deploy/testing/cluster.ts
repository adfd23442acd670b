import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { findFreePort } from '../../server/database/embedded/endpoint.ts';
import { deriveOperatorKey, generateKeys } from '../../server/keys/keys.ts';
import { type OutsidePostgres, startOldestPostgres } from '../../server/testing/outside-postgres.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { startBalancer } from './balancer.ts';
import { createDatabase } from './create-database.ts';
import { createImageFolder } from './create-image-folder.ts';
import { type Replica, startReplica } from './replica.ts';

/** The product as deploy/compose.yaml runs it: two replicas, PostgreSQL and nginx, as plain processes. */
export type Cluster = {
  /** The address of the load balancer. */
  url: string;
  replicas: [Replica, Replica];
  publishableKey: string;
  /** Opens the mailbox. */
  operatorKey: string;
  postgres: OutsidePostgres;
  /** Connects as the role `parqueo`. */
  sql: Sql;
  restartReplica: (index: 0 | 1) => Promise<void>;
  /** A client with this address, whose requests go through the balancer. */
  browser: (address?: string) => SupabaseClient;
  close: () => Promise<void>;
};

async function createVariables(publicUrl: string, databasePort: number) {
  const { authSigningKeys, publishableKey, secretKey } = await generateKeys();
  return {
    PUBLIC_URL: publicUrl,
    DATABASE_URL: `postgres://parqueo@127.0.0.1:${databasePort}/parqueo`,
    AUTH_SIGNING_KEYS: authSigningKeys,
    PUBLISHABLE_KEY: publishableKey,
    SECRET_KEY: secretKey,
    TRUSTED_PROXIES: '127.0.0.1',
    SEED: 'demo',
    SAMPLES: 'on',
  };
}

export async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-cluster-'));
  await chmod(folder, 0o755);
  const ports = await Promise.all(Array.from({ length: 4 }, () => findFreePort()));
  const [port = 0, databasePort = 0, first = 0, second = 0] = ports;
  const url = `http://127.0.0.1:${port}`;
  const image = join(folder, 'image');
  const [postgres] = await Promise.all([startOldestPostgres({ port: databasePort }), createImageFolder(image)]);
  createDatabase(postgres.folder, databasePort);
  const env = await createVariables(url, databasePort);
  // At the same time, on an empty database, so that one waits for the other's migrations.
  const replicas = await Promise.all([startReplica(image, first, env), startReplica(image, second, env)]);
  const balancer = await startBalancer(folder, port, [`127.0.0.1:${first}`, `127.0.0.1:${second}`]);
  const sql = postgres.connect('parqueo', 'parqueo');
  return {
    url,
    replicas,
    publishableKey: env.PUBLISHABLE_KEY,
    operatorKey: deriveOperatorKey({ secretKey: env.SECRET_KEY }),
    postgres,
    sql,
    async restartReplica(index) {
      replicas[index] = await startReplica(image, index === 0 ? first : second, env);
    },
    browser: (address = '203.0.113.1') =>
      createClient(url, env.PUBLISHABLE_KEY, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { headers: { 'x-forwarded-for': address } },
      }),
    async close() {
      await Promise.all([balancer.stop(), ...replicas.map((replica) => replica.kill()), sql.end()]);
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
}
