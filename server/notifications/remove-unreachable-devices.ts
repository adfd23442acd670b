import type { Sql } from 'postgres';
import { getPublicPushKey } from './push-sender.ts';

/** Removes the devices that subscribed with another key than the present one: no push service takes messages for them. */
export async function removeUnreachableDevices(sql: Sql, pushKey: string): Promise<void> {
  await sql`delete from public.push_subscriptions where server_key <> ${getPublicPushKey(pushKey)}`;
}
