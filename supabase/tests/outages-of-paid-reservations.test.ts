import { expect, test } from 'vitest';
import type { Actor } from './as.ts';
import { readReservation } from './changes-world.ts';
import * as money from './money-world.ts';
import { listTouched, resolve, seeSpaces, setStatus } from './space-status-world.ts';
import { openMoney } from './world.ts';

const { sql, cast, space } = await openMoney();

/** Takes the space out of service, and does this with its reservation. */
async function takeOut(action: string, target?: string) {
  const [reservation] = await listTouched(sql, cast.admin, [space.spaceId]);
  if (!reservation) throw new Error('A reservation was expected');
  await setStatus(sql, cast.admin, await seeSpaces(sql, [space.spaceId]), {
    status: 'maintenance',
    reason: 'The asphalt is new',
    resolutions: [resolve(reservation, action, target)],
  });
  return reservation;
}
const toldTo = async ({ id }: Actor) => {
  const rows = await sql<{ kind: string; reason: string | null }[]>`
    select kind, content ->> 'reason' as reason from public.notifications
    where user_id = ${id} and channel = 'mail' and kind in ('cancelled', 'changed', 'refund') order by kind`;
  return rows.map(({ kind, reason }) => [kind, reason]);
};

test('a driver gets everything back to the wallet, also after the deadline, and reads why', async () => {
  await sql`update public.installation_settings set cancellation_deadline_minutes = 600`;
  await money.fillWallet(sql, cast.ana, 10);
  await money.book(sql, cast.ana, { ...space, from: 1, to: 3 });
  expect(await takeOut('cancel')).toMatchObject({ phase: 'future', paid: '10.00', paid_with: null });
  expect(await money.balanceOf(sql, cast.ana)).toBe(10);
  expect(await toldTo(cast.ana)).toEqual([['cancelled', 'space_out_of_service']]);
});

test('a driver who paid by card gets the money back on the card', async () => {
  const { payment } = await money.holdAndPay(sql, cast.ana, { ...space, from: 1, to: 3 });
  await money.capture(sql, payment);
  expect(await takeOut('cancel_to_source')).toMatchObject({ paid: '10.00', paid_with: 'card' });
  expect(await money.balanceOf(sql, cast.ana)).toBe(0);
  expect(await money.refundsOf(sql, payment)).toMatchObject([{ amount: '10.00', state: 'requested' }]);
});

test('a reservation that is being paid loses its space, and is not told as cancelled', async () => {
  const { id } = await money.book(sql, cast.ana, { ...space, from: 1, to: 3, method: 'card' });
  expect(await takeOut('release')).toMatchObject({ phase: 'held', targets: [] });
  expect(await readReservation(sql, id)).toMatchObject({ status: 'lapsed' });
  expect(await toldTo(cast.ana)).toEqual([]);
});

test('a reservation that moves costs the same, and its driver is told of the new space', async () => {
  await money.fillWallet(sql, cast.ana, 10);
  const { id } = await money.book(sql, cast.ana, { ...space, from: 1, to: 3 });
  const [other] = await sql<{ id: string }[]>`
    insert into public.parking_spaces (name, zone_id, hourly_rate) values ('A-02', ${space.zoneId}, 1) returning id`;
  // Once the confirmation is sent.
  await sql`update public.notifications set state = 'sent', finished_at = now()`;
  await takeOut('move', other?.id);
  expect(await readReservation(sql, id)).toMatchObject({ parking_space_id: other?.id, total_amount: '10.00' });
  expect(await money.balanceOf(sql, cast.ana)).toBe(0);
  expect(await toldTo(cast.ana)).toEqual([['changed', 'space_out_of_service']]);
});
