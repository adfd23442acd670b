import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import type { Session } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OLDEST_POSTGRES } from '../server/testing/oldest-postgres.ts';
import { NGINX } from './testing/balancer.ts';
import { ADMIN, type Cluster, startCluster } from './testing/cluster.ts';
import { ROOT } from './testing/create-image-folder.ts';
import { readCodeBlocks } from './testing/documentation.ts';
import type { Replica } from './testing/replica.ts';

const VARIABLES = '/etc/parqueo/parqueo.env';
const KEY_VARIABLES = ['AUTH_SIGNING_KEYS', 'PUBLISHABLE_KEY'] as const;
const canRun = existsSync(OLDEST_POSTGRES) && existsSync(NGINX);

// Outside of Debian neither may be there; where nothing may be left out they are installed first.
describe.skipIf(!canRun && !process.env.CI)('keys that are changed while two replicas run', () => {
  let cluster: Cluster;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parqueo-changed-keys-'));
    file = join(folder, 'parqueo.env');
    cluster = await startCluster();
    await writeFile(file, KEY_VARIABLES.map((name) => `${name}='${cluster.env[name]}'\n`).join(''));
  });
  afterAll(async () => {
    await cluster.close();
    await rm(folder, { recursive: true });
  });

  const readVariables = async () => parseEnv(await readFile(file, 'utf8')) as Record<string, string>;

  /** Runs a command of the documentation and puts what it prints in the place of the old lines. */
  async function follow(command: string): Promise<void> {
    const { stdout } = await promisify(execFile)('sh', ['-c', command.replace(VARIABLES, file)], { cwd: ROOT });
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => line.split('=')[0])).toEqual(KEY_VARIABLES);
    await writeFile(file, stdout);
  }

  /** The key with which a page that is opened now comes. */
  async function openPage(at: Replica): Promise<string> {
    const { supabaseKey } = (await (await fetch(`${at.url}/config.json`)).json()) as { supabaseKey: string };
    return supabaseKey;
  }

  async function read(at: Replica, key: string): Promise<void> {
    const { data, error } = await cluster.browser({ at, key }).from('parking_zones').select('id').limit(1);
    expect([data?.length, error]).toEqual([1, null]);
  }

  /** Writes as a person who is signed in, and renews their session. */
  async function write(at: Replica, key: string, session: Session): Promise<Session> {
    const client = cluster.browser({ at, key });
    expect((await client.auth.setSession(session)).error).toBeNull();
    const written = await client.from('profiles').update({ bio: at.url }).eq('user_id', session.user.id).select('id');
    expect([written.data?.length, written.error]).toEqual([1, null]);
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    return data.session ?? session;
  }

  test('as documented, nobody is signed out and no request is rejected at any step', async () => {
    const commands = (await readCodeBlocks('docs/operating.md', 'Changing keys')).flatMap((block) => block.split('\n'));
    let page = await openPage(cluster.replicas[0]);
    const oldKey = page;
    const signIn = await cluster.browser().auth.signInWithPassword(ADMIN);
    expect(signIn.error).toBeNull();
    let session = signIn.data.session as Session;
    for (const command of commands) {
      // Until the last step every page has been opened anew.
      if (command === commands.at(-1)) page = await openPage(cluster.replicas[0]);
      await follow(command);
      for (const index of [0, 1] as const) {
        await cluster.replicas[index].kill();
        await cluster.restartReplica(index, { ...cluster.env, ...(await readVariables()) });
        for (const at of cluster.replicas) {
          for (const opened of [page, await openPage(cluster.replicas[0]), await openPage(cluster.replicas[1])]) {
            await read(at, opened);
          }
          session = await write(at, page, session);
        }
        // A token of the second is good at the first.
        session = await write(cluster.replicas[0], page, session);
      }
    }
    const newKey = await openPage(cluster.replicas[0]);
    expect(newKey).not.toBe(oldKey);
    const rejected = await cluster.browser({ key: oldKey }).from('parking_zones').select('id');
    expect(rejected.error?.message).toBe('Invalid API key');
  });
});
