import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { createClient, type Session } from '@supabase/supabase-js';
import { expect, onTestFinished, test } from 'vitest';
import { readCodeBlocks } from '../../deploy/testing/documentation.ts';
import { createSpace, reserve } from '../../supabase/tests/as.ts';
import { ensureAccount } from '../database/built-in-accounts.ts';
import { createSharedKeys } from '../testing/crowd.ts';
import { createTestDatabase } from '../testing/database.ts';
import { type OpenedServer, openServer } from '../testing/server.ts';

const ROOT = join(import.meta.dirname, '../..');
const VARIABLES = '/etc/parqueo/parqueo.env';
const KEY_VARIABLES = ['AUTH_SIGNING_KEYS', 'PUBLISHABLE_KEY'] as const;
const ANA = { email: 'ana@parqueo.test', password: 'correct-horse-battery' };

/** A page that was opened with a key and talks to one server. */
function openPage({ app, config }: OpenedServer, key: string) {
  return createClient(config.publicUrl, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: async (input, init) => app.request(String(input), init) },
  });
}

/** The key of a page that is opened now. */
async function readKey({ app }: OpenedServer): Promise<string> {
  return ((await (await app.request('/config.json')).json()) as { supabaseKey: string }).supabaseKey;
}

/** Reads and writes as a person who is signed in, and renews their session. */
async function use(server: OpenedServer, key: string, session: Session): Promise<Session> {
  const page = openPage(server, key);
  expect((await page.auth.setSession(session)).error).toBeNull();
  const { data: written } = await page.from('profiles').update({ bio: 'Hi' }).eq('user_id', session.user.id).select();
  expect(written).toHaveLength(1);
  const { data, error } = await page.auth.refreshSession();
  expect(error).toBeNull();
  return data.session ?? session;
}

/** The path of a ticket, as the app saves it. */
async function requestTicket(server: OpenedServer, key: string, session: Session, reservation: string) {
  const page = openPage(server, key);
  await page.auth.setSession(session);
  const { data, error } = await page.functions.invoke('ticket', { body: { reservation } });
  expect(error).toBeNull();
  return new URL(data.address).pathname;
}

const scan = async ({ app }: OpenedServer, ticket: string) => (await app.request(ticket)).status;

test('by the documented commands nobody is signed out and no request is rejected at any step', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parqueo-changing-keys-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const file = join(folder, 'parqueo.env');
  const shared = await createSharedKeys();
  await writeFile(file, KEY_VARIABLES.map((name) => `${name}='${shared.env[name]}'\n`).join(''));
  /** A server that starts with the variables of the file. */
  const start = async () => {
    const variables = parseEnv(await readFile(file, 'utf8')) as Record<string, string>;
    return openServer(database, { env: { ...shared.env, ...variables } });
  };
  const follow = async (command: string) => {
    const { stdout } = await promisify(execFile)('sh', ['-c', command.replace(VARIABLES, file)], { cwd: ROOT });
    expect(stdout.match(/^\w+/gm)).toEqual(KEY_VARIABLES);
    await writeFile(file, stdout);
  };
  const commands = (await readCodeBlocks('docs/operating/keys.md', 'Changing keys')).flatMap((block) =>
    block.split('\n'),
  );
  let before = await start();
  const oldKey = await readKey(before);
  await ensureAccount(database.sql, { ...ANA, fullName: 'Ana', isAdmin: false });
  const signedIn = await openPage(before, oldKey).auth.signInWithPassword(ANA);
  let session = signedIn.data.session as Session;
  const { spaceId } = await createSpace(database.sql);
  const ana = { role: 'authenticated', id: session.user.id, email: ANA.email } as const;
  const { id: reservation } = await reserve(database.sql, ana, { spaceId, from: 1, to: 2 });
  const oldTicket = await requestTicket(before, oldKey, session, reservation);
  let pageKey = oldKey;
  let ticket = oldTicket;
  for (const command of commands) {
    // Until the last step every page has been opened anew, and has replaced its ticket.
    if (command === commands.at(-1)) {
      pageKey = await readKey(before);
      ticket = await requestTicket(before, pageKey, session, reservation);
    }
    await follow(command);
    const after = await start();
    // A token of each is good at the other, whichever of them restarted first.
    for (const server of [before, after, before]) {
      for (const key of [pageKey, await readKey(before), await readKey(after)]) {
        const { error } = await openPage(server, key).from('parking_zones').select('id');
        expect(error).toBeNull();
      }
      session = await use(server, pageKey, session);
      expect(await scan(server, ticket)).toBe(200);
    }
    before = after;
  }
  expect(await readKey(before)).not.toBe(oldKey);
  const rejected = await openPage(before, oldKey).from('parking_zones').select('id');
  expect(rejected.error?.message).toBe('Invalid API key');
  expect([await scan(before, oldTicket), await scan(before, ticket)]).toEqual([404, 200]);
});
