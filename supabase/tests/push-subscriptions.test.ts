import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Actor, as, refusalOf } from './as.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();

const KEY = 'B'.repeat(87);
const SECRET = 'a'.repeat(22);
const newEndpoint = () => `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;

type Device = { endpoint?: string; p256dh?: string; auth?: string; language?: string; serverKey?: string | null };
const add = (
  actor: Actor,
  { endpoint = newEndpoint(), p256dh = KEY, auth = SECRET, language = 'es', serverKey = KEY }: Device = {},
) =>
  as(sql, actor, async (tx) => {
    await tx`select public.add_push_subscription(${endpoint}, ${p256dh}, ${auth}, ${language}, ${serverKey})`;
    return endpoint;
  });
const remove = (actor: Actor, endpoint: string) => as(sql, actor)`select public.remove_push_subscription(${endpoint})`;
const endpointsOf = async ({ id }: Actor) => {
  const rows = await sql<{ endpoint: string }[]>`
    select endpoint from public.push_subscriptions where user_id = ${id} order by created_at`;
  return rows.map(({ endpoint }) => endpoint);
};

test('a driver turns a device of every browser on, again and off; nobody else sees it or turns it off', async () => {
  for (const endpoint of [
    newEndpoint(),
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://wns2-par02p.notify.windows.com/w/?token=x%3d',
  ]) {
    for (const language of ['es', 'en']) await add(cast.ana, { endpoint, language });
    await add(cast.beto);
    await remove(cast.beto, endpoint);
    const seen = await as(sql, cast.ana)`select endpoint, language from public.push_subscriptions`;
    expect(seen).toEqual([{ endpoint, language: 'en' }]);
    await remove(cast.ana, endpoint);
    expect(await endpointsOf(cast.ana)).toEqual([]);
  }
});

test('a device belongs to whoever turned it on last, with none of what was for the one before', async () => {
  const endpoint = await add(cast.ana);
  await sql`
    insert into public.notifications (user_id, kind, channel, subscription_id, cause, content)
    select user_id, 'confirmed', 'push', id, ${endpoint}, '{}' from public.push_subscriptions where endpoint = ${endpoint}`;
  await add(cast.beto, { endpoint });
  expect([await endpointsOf(cast.ana), await endpointsOf(cast.beto)]).toEqual([[], [endpoint]]);
  expect(await sql`select 1 from public.notifications where cause = ${endpoint}`).toHaveLength(0);
});

test('a driver has the 10 newest devices, also when several are added at once', async () => {
  const [first] = [await add(cast.ana), await add(cast.ana)];
  await Promise.all(Array.from({ length: 10 }, () => add(cast.ana)));
  const left = await endpointsOf(cast.ana);
  expect(left).toHaveLength(10);
  expect(left).not.toContain(first);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/x',
  'https://127.0.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://fcm.googleapis.com.evil.test/x',
  'https://fcm.googleapis.com@evil.test/x',
  'https://fcm.googleapis.com:8443/x',
  'https://user:password@fcm.googleapis.com/x',
  'https://evil.test/fcm.googleapis.com/x',
  'https://a.b.notify.windows.com/x',
  'https://fcm.googleapis.com/x\nhttps://evil.test/',
  `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
  '',
])('a push service is one of a browser, and not %.60j', async (endpoint) => {
  expect(await refusalOf(add(cast.ana, { endpoint }))).toBe('23514');
  expect(await endpointsOf(cast.ana)).toEqual([]);
});
