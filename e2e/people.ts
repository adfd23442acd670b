import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hash } from '@node-rs/bcrypt';
import { test as base, expect, type Page } from '@playwright/test';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { deriveOperatorKey, KEYS_FILE, storedKeysSchema } from '../server/keys/keys.ts';
import { serveEmptyMap } from './empty-map.ts';
import { restoreFirstStart } from './first-start.ts';
import { runAsOwner } from './run-as-owner.ts';
import { copyDataTemplate, type RunningServer, startServer } from './server.ts';

export { expect };

export const PASSWORD = 'correct-horse-battery';

/** The product spends a tenth of a second on a password; tests that log in have better use for it. */
export const CHEAP_BCRYPT_COST = 4;

/** The administrator that every test server starts with: the demo's, with a password of its own, which stays without sample data. */
export const ADMIN = { email: 'admin@parqueo.test', password: PASSWORD };

/** For `serverEnv`: the product as an operator runs it, without sample data. Files that name it share servers. */
export const WITHOUT_SAMPLES = { SAMPLES: 'off' };

/** What the browser says of a request that a session alone may not make. */
export const PROOF_WANTED = /status of 400 .*\/(auth\/v1\/(factors|user)|rest\/v1\/rpc\/delete_my_account)/;

/** Gives the password where a session alone is not enough. */
export async function giveProof(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toBeHidden();
}

/** A person with a confirmed account, and the data client of their own. `vehicleId` is the vehicle that they reserve for. */
export type Person = { email: string; id: string; client: SupabaseClient; vehicleId?: string };

type Mail = { to: string; subject: string; text: string; html: string; calendar: string | null; sentAt: string };

/** An e-mail address nobody has yet. */
export function newEmail(name: string): string {
  return `${name}-${randomUUID().slice(0, 8)}@parqueo.test`;
}

/** The mails to somebody in the built-in mailbox, newest first. */
async function readMails(server: RunningServer, email: string): Promise<Mail[]> {
  const { secretKey } = storedKeysSchema.parse(JSON.parse(await readFile(join(server.dataDir, KEYS_FILE), 'utf8')));
  const response = await fetch(`${server.url}/mailbox.json?key=${deriveOperatorKey({ secretKey })}`);
  const mails = (await response.json()) as Mail[];
  return mails.filter(({ to }) => to.includes(email));
}

/** The newest mail to somebody, which has this; waits for one that is on its way. */
export async function findMail(server: RunningServer, email: string, pattern = /./): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    [found] = await readMails(server, email);
    expect(found?.text, `the newest mail to ${email}`).toMatch(pattern);
  }).toPass({ timeout: 30_000 });
  return found as Mail;
}

/** A mail to somebody that has this, whichever of several of the same moment came last. */
export async function findMailWith(server: RunningServer, email: string, pattern: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    found = (await readMails(server, email)).find(({ text }) => pattern.test(text));
    expect(found, `a mail to ${email} with ${pattern}`).toBeDefined();
  }).toPass({ timeout: 30_000 });
  return found as Mail;
}

async function findInMail(server: RunningServer, email: string, pattern: RegExp): Promise<string> {
  const { text } = await findMail(server, email, pattern);
  return String(text.match(pattern)?.[0]);
}

export const findMailedLink = (server: RunningServer, email: string) =>
  findInMail(server, email, /https?:\/\/\S+\/auth\/v1\/verify\S+/);

export const findMailedCode = (server: RunningServer, email: string) => findInMail(server, email, /\b\d{6}\b/);

/** The data client a browser of the product would have, without a stored session. */
export async function newClient(server: RunningServer): Promise<SupabaseClient> {
  const config = (await (await fetch(`${server.url}/config.json`)).json()) as {
    supabaseUrl: string;
    supabaseKey: string;
  };
  return createClient(config.supabaseUrl, config.supabaseKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

/** The data client of somebody who has an account and logs in on this server. */
export async function createClientFor(
  server: RunningServer,
  email: string,
  password = PASSWORD,
): Promise<SupabaseClient> {
  const client = await newClient(server);
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

/** Inserts a confirmed account, past the mail that confirms it and the costly hash. */
async function insertAccount(server: RunningServer, email: string): Promise<void> {
  const password = await hash(PASSWORD, CHEAP_BCRYPT_COST);
  await runAsOwner(
    server,
    (sql) => sql`
      with account as (
        insert into auth.users (
          id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data
        ) values (
          gen_random_uuid(), 'authenticated', 'authenticated', ${email}, ${password}, now(),
          '{"provider": "email", "providers": ["email"]}', '{}'
        ) returning id
      )
      insert into auth.identities (provider_id, user_id, identity_data, provider)
      select id::text, id, jsonb_build_object('sub', id, 'email', ${email}::text, 'email_verified', true), 'email'
      from account`,
  );
}

/** Creates somebody with a confirmed account who is signed in over the public protocol. */
export async function createPerson(server: RunningServer, name: string, fullName?: string): Promise<Person> {
  const email = newEmail(name);
  await insertAccount(server, email);
  const client = await newClient(server);
  const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  const { id } = data.user;
  if (fullName) await client.from('profiles').update({ full_name: fullName }).eq('user_id', id).throwOnError();
  return { email, id, client };
}

/** Gives address and password on the log-in screen, which is open. */
export async function submitLogIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
}

/** Logs in through the screen and waits for the map. */
export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await submitLogIn(page, email, password);
  await expect(page).toHaveURL(/\/map$/);
}

/** What the data client keeps in a browser of somebody who logged in at this origin: under which name, and the session. */
export async function createStoredSession(
  origin: string,
  email: string,
  password = PASSWORD,
): Promise<[string, string]> {
  const config = (await (await fetch(`${origin}/config.json`)).json()) as { supabaseUrl: string; supabaseKey: string };
  const answer = await fetch(`${config.supabaseUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: config.supabaseKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const session = await answer.text();
  if (!answer.ok) throw new Error(`${email} cannot sign in: ${session}`);
  return [`sb-${new URL(config.supabaseUrl).hostname.split('.')[0]}-auth-token`, session];
}

/**
 * Signs somebody in without the screens, as if they had logged in at an earlier visit, for tests of what comes after.
 * The page is then on none of the product's screens.
 */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/icon.svg');
  const kept = await createStoredSession(new URL(page.url()).origin, email, password);
  await page.evaluate(([name, session]) => localStorage.setItem(name, session), kept);
}

/** Leaves the app and forgets who was signed in and all else that it stored, as if in another browser. */
export async function forgetSession(page: Page): Promise<void> {
  // A screen that is open would go on with its requests.
  await page.goto('/icon.svg');
  await page.evaluate(() => localStorage.clear());
}

/** Who signs out while a question for them is on its way is not known to the server any more when it comes to it. */
const ANSWERED_AFTER_SIGN_OUT = /status of 403 .*\/auth\/v1\/user$/;

type PerTest = { expectedErrors: RegExp[]; firstStart: undefined; quietConsole: undefined };
type PerWorker = {
  /** Variables that the server starts with. */
  serverEnv: Record<string, string>;
  /** Whether the built-in map is drawn, or an empty one. */
  drawsMap: boolean;
  server: RunningServer;
};

/** The file whose tests the worker's database has the rows of. */
let lastFile: string | undefined;

/**
 * Tests against a server of the worker's own, which has the data of a first start when the tests of a file begin. What
 * a page prints to the console as an error fails the test, unless the test says that it expects it.
 */
export const test = base.extend<PerTest, PerWorker>({
  serverEnv: [{}, { option: true, scope: 'worker' }],
  drawsMap: [false, { option: true, scope: 'worker' }],
  server: [
    async ({ serverEnv, drawsMap }, use) => {
      const emptyMap = drawsMap ? null : await serveEmptyMap();
      const mapEnv = emptyMap === null ? {} : { MAP_STYLE_URL: emptyMap.styleUrl };
      const server = await startServer(await copyDataTemplate(), { ...mapEnv, ...serverEnv });
      await use(server);
      await server.stop();
      emptyMap?.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  firstStart: [
    async ({ server }, use, { file }) => {
      if (lastFile !== undefined && lastFile !== file) await restoreFirstStart(server);
      lastFile = file;
      await use(undefined);
    },
    { auto: true },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  expectedErrors: [[], { option: true }],
  quietConsole: [
    async ({ page, expectedErrors }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        const text = `${message.text()} ${message.location().url}`;
        const isExpected = [ANSWERED_AFTER_SIGN_OUT, ...expectedErrors].some((expected) => expected.test(text));
        if (message.type() === 'error' && !isExpected) errors.push(text);
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      await use(undefined);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});
