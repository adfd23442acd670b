import type { Sql } from 'postgres';
import { getPublicPushKey } from './push-sender.ts';

/** Removes the devices that subscribed with another key than the present one: no push service takes messages for them. */
export async function removeUnreachableDevices(sql: Sql, pushKey: string): Promise<void> {
  const serverKey = getPublicPushKey(pushKey);
  // An app of an earlier version does not say which key it subscribed with.
  await sql`update public.push_subscriptions set server_key = ${serverKey} where server_key is null`;
  await sql`delete from public.push_subscriptions where server_key <> ${serverKey}`;
}
