import { beforeEach, expect, test } from 'vitest';
import { readReservation } from './changes-world.ts';
import { bookPaidReservation, chargeDrivers, payByCard } from './paid-reservations.ts';
import { listTouched, resolve, seeSpaces, setStatus } from './space-status-world.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();
beforeEach(async () => {
  await chargeDrivers(sql);
});

const walletOf = async () => {
  const [profile] = await sql`select wallet_balance from public.profiles where user_id = ${cast.ana.id}`;
  return Number(profile?.wallet_balance);
};
const spaceOf = async (id: string) => (await readReservation(sql, id)).parking_space_id;

/** Takes the space of a reservation out of service, and does this with the reservation. */
async function takeOut(id: string, action: string, target?: string) {
  const space = await spaceOf(id);
  const [reservation] = await listTouched(sql, cast.admin, [space]);
  if (!reservation) throw new Error('A stay was expected');
  await setStatus(sql, cast.admin, await seeSpaces(sql, [space]), {
    status: 'maintenance',
    reason: 'The asphalt is new',
    resolutions: [resolve(reservation, action, target)],
  });
  return reservation;
}
const toldOf = (id: string) =>
  sql<{ kind: string; reason: string | null }[]>`
    select kind, content ->> 'reason' as reason from public.notifications
    where (reservation_id = ${id} or content -> 'reservation' is not null) and user_id = ${cast.ana.id} and channel = 'mail'
      and kind in ('cancelled', 'changed', 'refund') order by kind`;

test('a driver gets everything back to the wallet, also after the deadline, and reads why', async () => {
  await sql`update public.installation_settings set cancellation_deadline_minutes = 600`;
  const id = await bookPaidReservation(sql, cast.ana, { from: 1 });
  expect(await walletOf()).toBe(10_000 - 590);
  expect(await takeOut(id, 'cancel')).toMatchObject({ phase: 'future', paid: '590.00', paid_with: null });
  expect(await walletOf()).toBe(10_000);
  expect(await toldOf(id)).toEqual([
    { kind: 'cancelled', reason: 'space_out_of_service' },
    { kind: 'refund', reason: null },
  ]);
});

test('a driver who paid by card gets the money back on the card', async () => {
  const id = await bookPaidReservation(sql, cast.ana, { from: 1, method: 'card' });
  await payByCard(sql, cast.ana, id);
  expect(await takeOut(id, 'cancel_to_source')).toMatchObject({ paid: '590.00', paid_with: 'card' });
  expect(await walletOf()).toBe(10_000);
  expect(
    await sql`
    select r.amount, p.state from public.payment_refunds r join public.payments p on p.id = r.payment_id
    where p.reservation_id = ${id}`,
  ).toEqual([{ amount: '590.00', state: 'refunding' }]);
  expect(await toldOf(id)).toMatchObject([{ kind: 'cancelled', reason: 'space_out_of_service' }, { kind: 'refund' }]);
});

test('a reservation that is being paid loses its space, and is not told as cancelled', async () => {
  const id = await bookPaidReservation(sql, cast.ana, { from: 1, method: 'card' });
  expect(await takeOut(id, 'release')).toMatchObject({ phase: 'held', targets: [] });
  expect(await readReservation(sql, id)).toMatchObject({ status: 'lapsed' });
  expect(await toldOf(id)).toEqual([]);
});

test('a reservation that moves costs the same, and its driver is told of the new space', async () => {
  const id = await bookPaidReservation(sql, cast.ana, { from: 1 });
  const space = await spaceOf(id);
  const [other] = await sql<{ id: string }[]>`
    insert into public.parking_spaces (name, zone_id, hourly_rate)
    select 'A-02', zone_id, 100 from public.parking_spaces where id = ${space} returning id`;
  await takeOut(id, 'move', other?.id);
  expect(await readReservation(sql, id)).toMatchObject({ parking_space_id: other?.id, total_amount: '590.00' });
  expect(await walletOf()).toBe(10_000 - 590);
  expect(
    await sql`
    select kind, content ->> 'space_name' as space, content ->> 'reason' as reason from public.notifications
    where reservation_id = ${id} and kind = 'changed'`,
  ).toEqual([{ kind: 'changed', space: 'A-02', reason: 'space_out_of_service' }]);
});
