import { createDevice, startPushService } from '../../server/testing/push-service.ts';
import { book } from '../bookings.ts';
import { createPerson, expect, type Person, test } from '../people.ts';
import { runAsOwner } from '../run-as-owner.ts';
import { copyDataTemplate, findFreePort, startServer } from '../server.ts';

const ZONE = 'Casco Colonial';

/** Turns push on for a driver, on a device that this push service delivers to. */
async function addDevice({ client, id }: Person, serviceUrl: string): Promise<string> {
  const { endpoint, p256dh, auth } = createDevice();
  const { pathname } = new URL(endpoint);
  const device = { endpoint: `${serviceUrl}${pathname}`, p256dh, auth, language: 'en', server_key: 'B'.repeat(87) };
  await client.rpc('add_push_subscription', device).throwOnError();
  await client
    .from('user_settings')
    .update({ push_notifications: true, email_notifications: false })
    .eq('user_id', id)
    .throwOnError();
  return pathname;
}

test('a push service that is down delays no booking and no other device, a gone one is removed', async () => {
  const server = await startServer(await copyDataTemplate());
  const lostUrl = `http://127.0.0.1:${await findFreePort()}`;
  const there = await startPushService();
  let back: Awaited<ReturnType<typeof startPushService>> | undefined;
  try {
    // Push services are those of browsers, which no test can break.
    await runAsOwner(
      server,
      (sql) => sql`
        alter table public.push_subscriptions drop constraint push_subscriptions_endpoint_is_of_push_service`,
    );
    const driver = await createPerson(server, 'pushed');
    const [lost, reached] = [await addDevice(driver, lostUrl), await addDevice(driver, there.url)];
    const readStates = async () => {
      const { data } = await driver.client.from('notifications').select('state, last_error').throwOnError();
      return data.map(({ state, last_error }) => `${state} ${last_error}`).toSorted();
    };
    await book(driver, [{ zone: ZONE, space: 0, startsInHours: 1 }]);
    await expect.poll(readStates).toEqual(['pending ECONNREFUSED', 'sent null']);
    expect(there.received.map(({ path }) => path)).toEqual([reached]);

    back = await startPushService(Number(new URL(lostUrl).port));
    await runAsOwner(server, (sql) => sql`update public.notifications set next_attempt_at = now()`);
    await expect.poll(readStates).toEqual(['sent null', 'sent null']);
    expect(back.received.map(({ path }) => path)).toEqual([lost]);

    back.statuses.set(lost, 410);
    await book(driver, [{ zone: ZONE, space: 0, startsInHours: 3 }]);
    const readEndpoints = async () => {
      const { data } = await driver.client.from('push_subscriptions').select('endpoint').throwOnError();
      return data.map(({ endpoint }) => new URL(endpoint).pathname);
    };
    await expect.poll(readEndpoints).toEqual([reached]);
    await expect.poll(() => there.received.length).toBe(2);
  } finally {
    await there.close();
    await back?.close();
    await server.stop();
  }
});
