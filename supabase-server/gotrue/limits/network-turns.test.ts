import { expect, test, vi } from 'vitest';
import { createAccount, openAuth } from '../../../server/testing/auth.ts';

const EMAIL = 'ana@parqueo.test';
/** A quarter of a second and more for each check, in place of the few milliseconds that other tests have. */
const SLOW_HASH = '$2y$12$/4cC2hVoq53dDoCPwqc.3.C6GRloqmaL4skP/OuKGTZ9T4.BCYNbq';

const auth = await openAuth();
await createAccount(auth, EMAIL);
await auth.database.sql`update auth.users set encrypted_password = ${SLOW_HASH} where email = ${EMAIL}`;

const toLogIn = () => ({
  method: 'POST',
  headers: { apikey: auth.keys.publishableKey },
  body: JSON.stringify({ email: EMAIL, password: 'a-guess-of-mine' }),
});
/** Comes over no socket, so that it has no address. */
const logInFromOneNetwork = async () => auth.api.request('/token?grant_type=password', toLogIn());
const logInFromAnother = async () => {
  const socket = { remoteAddress: '203.0.113.7', remotePort: 1, remoteFamily: 'IPv4' };
  return auth.api.request('/token?grant_type=password', toLogIn(), { incoming: { socket } });
};

test('of two hundred log-ins at once some are rejected unchecked, which hold up no later one', async () => {
  const responses = await Promise.all(Array.from({ length: 200 }, logInFromOneNetwork));
  const rejected = responses.filter(({ status }) => status !== 400);
  expect(rejected.filter(({ status }) => status === 429).length).toBeGreaterThan(60);
  expect(rejected.every(({ status }) => status === 429 || status === 503)).toBe(true);
  const patience = rejected.map(({ status, headers }) => [status, headers.get('retry-after')].join(' '));
  expect(patience.filter((said) => said !== '429 5' && said !== '503 1')).toEqual([]);
  // What was rejected does not hold up the next one.
  expect((await logInFromOneNetwork()).status).toBe(400);
});

test('many log-ins of one network hold up no log-in from another', async () => {
  let ended = 0;
  const strangers = Array.from({ length: 60 }, async () => {
    await logInFromOneNetwork();
    ended += 1;
  });
  await vi.waitFor(() => expect(ended).toBeGreaterThan(0), 10_000);
  expect((await logInFromAnother()).status).toBe(400);
  expect(ended).toBeLessThan(60);
  await Promise.all(strangers);
});
