import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseEnv, promisify } from 'node:util';
import type { Session } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBooking } from '../e2e/faults/traffic.ts';
import { OLDEST_POSTGRES } from '../server/testing/oldest-postgres.ts';
import { NGINX } from './testing/balancer.ts';
import { ADMIN, type Cluster, startCluster } from './testing/cluster.ts';
import { ROOT } from './testing/create-image-folder.ts';
import { readCodeBlocks } from './testing/documentation.ts';
import type { Replica } from './testing/replica.ts';

const VARIABLES = '/etc/parqueo/parqueo.env';
const KEY_VARIABLES = ['AUTH_SIGNING_KEYS', 'PUBLISHABLE_KEY'] as const;
const PAUSE_MS = 50;
const SIX_RESTARTS = { timeout: 240_000 };
const canRun = existsSync(OLDEST_POSTGRES) && existsSync(NGINX);

// Outside of Debian neither may be there; where nothing may be left out they are installed first.
describe.skipIf(!canRun && !process.env.CI)('keys that are changed while two replicas run', () => {
  let cluster: Cluster;
  let folder: string;
  let file: string;
  /** The key of a page that was opened before, and the session of a person in it. */
  let page: string;
  let session: Session;

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

  /** Books an hour that begins later. @returns its id */
  async function book(): Promise<string> {
    const [space] = await cluster.sql<{ id: string }[]>`
      select id from public.parking_spaces where status = 'available' limit 1`;
    const reservation = createBooking({ id: session.user.id, token: session.access_token }, space?.id ?? '', 2);
    const client = cluster.browser();
    await client.auth.setSession(session);
    await client.from('reservations').insert(reservation).throwOnError();
    return reservation.id;
  }

  /** The address of a ticket, as the app saves it. */
  async function requestTicket(key: string, reservation: string): Promise<string> {
    const client = cluster.browser({ key });
    await client.auth.setSession(session);
    const { data, error } = await client.functions.invoke('ticket', { body: { reservation } });
    expect(error).toBeNull();
    return data.address;
  }

  /** What whoever scans it gets. */
  const scan = async (ticket: string) => (await fetch(ticket)).status;

  /** Reads and writes through the balancer until it is stopped, as a page that was opened before and as one of now. */
  function startTraffic() {
    const failures: unknown[] = [];
    let requests = 0;
    let isOver = false;
    const send = async (path: string, init: RequestInit) => {
      const response = await fetch(`${cluster.url}${path}`, init);
      const text = await response.text();
      requests += 1;
      if (!response.ok) failures.push([init.method, path, response.status, text]);
      return text;
    };
    const work = async () => {
      while (!isOver) {
        const { supabaseKey } = JSON.parse(await send('/config.json', {})) as { supabaseKey: string };
        for (const apikey of [page, supabaseKey]) {
          const headers = {
            apikey,
            authorization: `Bearer ${session.access_token}`,
            'content-type': 'application/json',
          };
          const body = JSON.stringify({ full_name: 'Ada' });
          await send('/rest/v1/parking_zones?select=id&limit=1', { headers });
          await send('/auth/v1/user', { headers });
          await send(`/rest/v1/profiles?user_id=eq.${session.user.id}`, { method: 'PATCH', headers, body });
        }
        await delay(PAUSE_MS);
      }
    };
    const working = work();
    return {
      failures,
      countRequests: () => requests,
      async stop() {
        isOver = true;
        await working;
      },
    };
  }

  test('as documented, nobody is signed out and no request is rejected at any step', SIX_RESTARTS, async () => {
    const commands = (await readCodeBlocks('docs/operating.md', 'Changing keys')).flatMap((block) => block.split('\n'));
    page = await openPage(cluster.replicas[0]);
    const oldKey = page;
    const signIn = await cluster.browser().auth.signInWithPassword(ADMIN);
    expect(signIn.error).toBeNull();
    session = signIn.data.session as Session;
    const reservation = await book();
    const oldTicket = await requestTicket(page, reservation);
    let ticket = oldTicket;
    const traffic = startTraffic();
    for (const command of commands) {
      // Until the last step every page has been opened anew, and has replaced its ticket.
      if (command === commands.at(-1)) {
        page = await openPage(cluster.replicas[0]);
        ticket = await requestTicket(page, reservation);
      }
      await follow(command);
      for (const index of [0, 1] as const) {
        const before = traffic.countRequests();
        expect(await cluster.replicas[index].stop()).toBe(0);
        await cluster.restartReplica(index, { ...cluster.env, ...(await readVariables()) });
        expect(traffic.countRequests()).toBeGreaterThan(before);
        for (const at of cluster.replicas) {
          for (const opened of [page, await openPage(cluster.replicas[0]), await openPage(cluster.replicas[1])]) {
            await read(at, opened);
          }
          session = await write(at, page, session);
        }
        expect(await scan(ticket)).toBe(200);
        // A token of the second is good at the first.
        session = await write(cluster.replicas[0], page, session);
      }
    }
    await traffic.stop();
    expect(traffic.failures).toEqual([]);
    const newKey = await openPage(cluster.replicas[0]);
    expect(newKey).not.toBe(oldKey);
    const rejected = await cluster.browser({ key: oldKey }).from('parking_zones').select('id');
    expect(rejected.error?.message).toBe('Invalid API key');
    expect([await scan(oldTicket), await scan(ticket)]).toEqual([404, 200]);
  });
});
