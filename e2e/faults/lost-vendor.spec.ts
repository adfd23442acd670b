import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Page } from '@playwright/test';
import { createReservation } from '../../server/testing/open-space.ts';
import { book } from '../bookings.ts';
import { test } from '../lock-vendor.ts';
import { createPerson, expect, signIn } from '../people.ts';
import type { RunningServer } from '../server.ts';
import { startHeldVendor } from './held-vendor.ts';
import { startReplicas } from './targets.ts';
import { NO_RESPONSE, send } from './traffic.ts';

// A driver stands before a barrier while its vendor is gone, or while the server is killed that moves it.

const ZONE = 'Naco Tiradentes';
const PHONE = '+18095550100';

test.use({
  viewport: { width: 390, height: 844 },
  serverEnv: [async ({ vendor }, use) => use({ ...vendor.env, SUPPORT_PHONE: PHONE }), { scope: 'worker' }],
});

/** Opens the list of a driver whose reservation is on a space with a barrier, the nth of the zone; returns the button that opens it. */
async function arrive(page: Page, server: RunningServer, space: number) {
  const driver = await createPerson(server, 'arriving');
  await book(driver, [{ zone: ZONE, space, startsInHours: 0 }]);
  await signIn(page, driver.email);
  await page.goto('/activity');
  return page.getByRole('button', { name: 'Open the barrier' });
}

async function expectWayOut(page: Page): Promise<void> {
  await expect(page.getByRole('alert')).toHaveText(
    'The barriers cannot be reached right now. Try again in a minute, or call the operator.',
  );
  await expect(page.getByRole('link', { name: /Call/ })).toHaveAttribute('href', `tel:${PHONE}`);
}

test('a driver whose lock vendor hangs is told so in seconds, and opens when it responds again', async ({
  page,
  server,
  vendor,
}) => {
  const open = await arrive(page, server, 0);
  vendor.freeze();
  try {
    await open.click();
    await expect(page.getByRole('button', { name: 'Opening the barrier…' })).toBeDisabled();
    await expectWayOut(page);
  } finally {
    vendor.unfreeze();
  }
  await open.click();
  await expect(page.getByText('The barrier is down. You can drive.')).toBeVisible();
});

test('a driver whose lock vendor is down reads whom to call, and opens when it is back', async ({
  page,
  server,
  vendor,
}) => {
  const open = await arrive(page, server, 1);
  await vendor.kill();
  try {
    await open.click();
    await expectWayOut(page);
  } finally {
    await vendor.restart();
  }
  await open.click();
  await expect(page.getByText('The barrier is down. You can drive.')).toBeVisible();
});

test('a server killed while a barrier moves sent one command, and the other tells the driver', async () => {
  const vendor = await startHeldVendor();
  const target = await startReplicas({ servers: 2, drivers: 1, envs: [vendor.env, vendor.env] });
  const sql = target.connect();
  try {
    const [[dying, staying], [driver]] = [target.servers, target.drivers];
    if (!dying || !staying || !driver) throw new Error('There are not two servers and a driver');
    const reservation = await createReservation(sql, { userId: driver.id, did: vendor.did });
    const request = { reservation, action: 'open', key: randomUUID() };
    const openAt = (server: typeof dying, body = request) => send(server, driver, '/functions/v1/open-space', body);

    const lost = openAt(dying);
    await vendor.commandArrived;
    const killed = once(dying.process, 'exit');
    dying.process.kill('SIGKILL');
    await killed;
    expect((await lost).status).toBe(NO_RESPONSE);
    vendor.release();

    // As 30 seconds later: until then the other server waits for the one that sent the command.
    await sql`update private.barrier_commands set created_at = created_at - interval '30 seconds'`;
    const repeated = await openAt(staying);
    expect([repeated.status, JSON.parse(repeated.body)]).toEqual([
      200,
      { outcome: 'no-response', problem: 'barrier-no-response' },
    ]);
    expect(vendor.commands).toEqual([{ did: vendor.did, type: 1 }]);

    const tappedAgain = await openAt(staying, { ...request, key: randomUUID() });
    expect(JSON.parse(tappedAgain.body)).toEqual({ outcome: 'opened' });
    expect(vendor.commands).toHaveLength(2);
  } finally {
    await sql.end();
    await target.stop();
    await vendor.stop();
  }
});
