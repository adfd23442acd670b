import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAccount, openAuth, PASSWORD, signIn } from '../../server/testing/auth.ts';

const ID = '00000000-0000-4000-8000-000000000000';
/** Some responses are held back until all take the same time, so many wait together. */
const AT_ONCE = 48;
const LONG = 'a'.repeat(6000);

/** As JSON text, because `JSON.stringify` repairs halves of surrogate pairs. */
const ODD = ['"constructor"', '"__proto__"', '""', '"١٢٣٤٥٦"', '"-1e400"', 'null', '1e308', '[]'];
const valid: Record<string, unknown> = {
  email: 'bea@parqueo.test',
  password: PASSWORD,
  type: 'email',
  token: '123456',
  code: '123456',
  factor_type: 'totp',
  new_email: 'cira@parqueo.test',
};

/** Every field name that the sources read. */
function findFieldNames(pattern: RegExp): string[] {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !file.includes('test'));
  const texts = files.map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'));
  return [...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)))];
}

const BODY_FIELDS = [...findFieldNames(/\b(\w+): z\s*\./g), 'gotrue_meta_security', 'unread'];
const QUERY_FIELDS = [...findFieldNames(/query(?:\('|\.)(\w+)/g), 'apikey', 'state', 'code', 'error', 'unread'];

const auth = await openAuth({ env: { MANUAL_LINKING: 'on' } });
await createAccount(auth, 'ana@parqueo.test');
await createAccount(auth, 'bea@parqueo.test');
await createAccount(auth, 'elsa@parqueo.test');
const token = await openSession('ana@parqueo.test');
/** The token of a person whose sessions the test may end. */
const tokenOfLogout = await openSession('elsa@parqueo.test');
const { data } = await auth.operator().auth.admin.createUser({ email: 'dora@parqueo.test', email_confirm: true });
/** An account that is changed with the secret key. */
const changedId = data.user?.id ?? '';
const factorId = await openFactor();

/** A factor of the person of `token`, with an open challenge. */
async function openFactor(): Promise<string> {
  const { mfa } = (await signIn(auth, 'ana@parqueo.test')).auth;
  const { data: factor } = await mfa.enroll({ factorType: 'totp' });
  const { data: challenge } = await mfa.challenge({ factorId: factor?.id ?? '' });
  valid.challenge_id = challenge?.id;
  return factor?.id ?? '';
}

async function openSession(email: string): Promise<string> {
  return (await (await signIn(auth, email)).auth.getSession()).data.session?.access_token ?? '';
}

/** All endpoints of the router. */
const endpoints = () => {
  // Middleware has the path "/*".
  const routes = auth.api.routes.filter(({ path }) => path !== '/*');
  // A route is listed once for each of its handlers.
  const names = new Set(routes.map(({ method, path }) => `${method.replace('ALL', 'POST')} ${path.replace('*', 'x')}`));
  return [...names].map((name) => ({ method: name.split(' ')[0] ?? '', path: name.split(' ')[1] ?? '' }));
};

type Sent = { method: string; path: string; body?: string };

/** The bearer token that gets furthest at an endpoint. */
function findBearer(path: string): string {
  if (/^\/(admin\/|invite)/.test(path)) return auth.keys.secretKey;
  return path.startsWith('/logout') ? tokenOfLogout : token;
}

/** A row that requests get to, unless they would end it. */
function findId(method: string, path: string): string {
  if (method === 'PUT') return changedId;
  return method === 'POST' && path.startsWith('/factors/') ? factorId : ID;
}

const CLIENT = { incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } } };

/** Calls the router without a connection, which for thousands of requests takes most of the time. */
async function send({ method, path, body }: Sent) {
  const id = findId(method, path);
  const headers = { apikey: auth.keys.publishableKey, authorization: `Bearer ${findBearer(path)}` };
  const url = path.replaceAll(/:id|:factorId/g, id);
  const response = await auth.api.request(url, { method, headers, ...(body === undefined ? {} : { body }) }, CLIENT);
  const text = await response.text();
  return { method, path: path.slice(0, 200), body: body?.slice(0, 200), status: response.status, text };
}

/** Sends requests in batches and returns those that failed unexpectedly. */
async function findFailures(requests: readonly Sent[]) {
  expect(requests.length).toBeGreaterThan(300);
  const failures: unknown[] = [];
  for (let start = 0; start < requests.length; start += AT_ONCE) {
    const responses = await Promise.all(requests.slice(start, start + AT_ONCE).map(send));
    failures.push(...responses.filter(({ status, text }) => status >= 500 || text.includes('unexpected_failure')));
  }
  return failures;
}

/** Fields that are tested together with a password; for the others hashing one only takes time. */
const WITH_PASSWORD = ['email', 'phone', 'password', 'data', 'code_challenge', 'code_challenge_method', 'nonce'];
let accounts = 0;

/** A body that is valid but for one field. */
function bodyWith(path: string, field: string, json: string): string {
  const { password, ...others } = valid;
  accounts += 1;
  // What a new account brings is stored, so it is another one each time.
  const email = /signup|otp|invite|admin/.test(path) ? { email: `new-${accounts}@parqueo.test` } : {};
  const rest = { ...others, ...email, ...(WITH_PASSWORD.includes(field) ? { password } : {}) };
  const texts = Object.entries(rest).filter(([name]) => name !== field);
  return `{${[...texts.map(([name, value]) => `"${name}":${JSON.stringify(value)}`), `"${field}":${json}`].join(',')}}`;
}

test('no odd value in a field of a body makes an endpoint fail', { timeout: 180_000 }, async () => {
  const writes = endpoints().filter(({ method, path }) => method !== 'GET' && !/x$/.test(path));
  const grants = ['password', 'refresh_token', 'pkce', 'id_token'].map((grant) => `/token?grant_type=${grant}`);
  const targets = [...writes, ...grants.map((path) => ({ method: 'POST', path }))];
  const requests = targets.flatMap((target) =>
    BODY_FIELDS.flatMap((field) => ODD.map((json) => ({ ...target, body: bodyWith(target.path, field, json) }))),
  );
  expect(await findFailures(requests)).toEqual([]);
});

test('no odd value of a query parameter makes an endpoint fail', async () => {
  const words = ['constructor', '__proto__', '', '%D9%A1', 'a%00b', LONG, '%ED%A0%80%zz%00'];
  const requests = endpoints().flatMap((target) =>
    QUERY_FIELDS.flatMap((field) => words.map((word) => ({ ...target, path: `${target.path}?${field}=${word}` }))),
  );
  expect(await findFailures(requests)).toEqual([]);
});

test('no odd id in a path and no odd body makes an endpoint fail', async () => {
  const ids = ['toString', '__proto__', '%00', '%ED%A0%80', LONG, '..%2f'];
  const paths = endpoints().flatMap((target) =>
    ids.map((id) => ({ ...target, path: target.path.replace(/:id|:factorId/, id) })),
  );
  const emails = ['"\\ud800"', '"a\\u0000b@parqueo.test"', `"${LONG}@b.test"`, `${'['.repeat(40)}1${']'.repeat(40)}`];
  const inFull = ['', ...'null [] "\\u0000" { \0'.split(' '), '['.repeat(10_000), JSON.stringify('a'.repeat(40_000))];
  const bodies = [...inFull, ...emails.map((json) => bodyWith('/signup', 'email', json))];
  const writes = endpoints().filter(({ method }) => method !== 'GET');
  const requests = [...paths, ...writes.flatMap((target) => bodies.map((body) => ({ ...target, body })))];
  expect(await findFailures(requests)).toEqual([]);
});
