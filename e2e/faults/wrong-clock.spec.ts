import { createPerson, expect, newEmail, PASSWORD, signIn, test } from '../people.ts';
import { startReplicas, type Target } from './targets.ts';
import { type Address, send } from './traffic.ts';

// Clocks that are wrong: of servers, whose database decides for all of them, and of browsers.

const HOUR_MS = 3_600_000;
const TOKEN_SECONDS = 3600;
const NEARLY_SECONDS = 60;
const LONGEST_REST_MINUTES = 1440;
const ADMIN = { ADMIN_EMAIL: newEmail('clock'), ADMIN_PASSWORD: PASSWORD };

/** Lets a server start with a clock that is so many hours off. */
function offBy(hours: number): Record<string, string> {
  const code = `const Real = Date; globalThis.Date = class extends Real {
    constructor(...args) { if (args.length === 0) super(Real.now() + ${hours * HOUR_MS}); else super(...args); }
    static now() { return Real.now() + ${hours * HOUR_MS}; }
  };`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`, ...ADMIN };
}

async function logIn(server: Address): Promise<{ access_token: string; expires_at: number }> {
  const body = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD };
  const { status, body: text } = await send(server, null, '/auth/v1/token?grant_type=password', body);
  expect(status).toBe(200);
  return JSON.parse(text);
}

/** What each server says to a token: the data API and the authentication service. */
async function statusesFor({ servers }: Target, token: string): Promise<number[]> {
  const asked = servers.flatMap((server) =>
    ['/rest/v1/reservations?select=id', '/auth/v1/user'].map((path) => send(server, { id: '', token }, path)),
  );
  return (await Promise.all(asked)).map(({ status }) => status);
}

test('servers whose clocks are hours apart take the same tokens until they expire', async () => {
  const target = await startReplicas({ servers: 2, drivers: 1, envs: [offBy(3), offBy(-3)] });
  try {
    for (const server of target.servers) {
      const session = await logIn(server);
      expect(Math.abs(session.expires_at - Date.now() / 1000 - TOKEN_SECONDS)).toBeLessThan(NEARLY_SECONDS);
      expect(await statusesFor(target, session.access_token)).toEqual([200, 200, 200, 200]);
    }
    const [driver] = target.drivers;
    const sql = target.connect();
    const signedAt = new Date(Date.now() - 1.1 * HOUR_MS);
    const old = await target.keys.createToken(sql, driver?.id ?? '', 'driver@parqueo.test', signedAt);
    await sql.end();
    expect(await statusesFor(target, old)).toEqual([401, 403, 401, 403]);
  } finally {
    await target.stop();
  }
});

test('a driver whose device’s clock jumps by hours stays signed in and sees the lists', async ({ page, server }) => {
  const driver = await createPerson(server, 'jumping');
  // A clock that jumps ahead looks like a long rest, which a shorter limit would take for the end of the session.
  await driver.client
    .from('user_settings')
    .update({ auto_logout_minutes: LONGEST_REST_MINUTES })
    .eq('user_id', driver.id)
    .throwOnError();
  await page.clock.install({ time: Date.now() });
  await signIn(page, driver.email);
  await page.goto('/activity');
  for (const hours of [-5, 5]) {
    await page.getByRole('tab', { name: 'Upcoming' }).click();
    await expect(page.getByText('No upcoming reservations')).toBeVisible();
    await page.clock.setSystemTime(Date.now() + hours * HOUR_MS);
    await page.getByRole('tab', { name: 'Past' }).click();
    await expect(page.getByText('No past reservations')).toBeVisible();
    await page.reload();
    await expect(page.getByText('No past reservations')).toBeVisible();
  }
});
