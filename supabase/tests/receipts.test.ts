import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, addDevices, as, fillWallets, refusalOf } from './as.ts';
import { createDrivers, refundReservation } from './money-world.ts';
import {
  bookPaidReservation,
  chargeDrivers,
  doDueWork,
  endReservation,
  listReceipts,
  payByCard,
} from './paid-reservations.ts';
import { openWorld } from './world.ts';

const { sql, cast } = await openWorld();
await chargeDrivers(sql);
beforeEach(() => fillWallets(sql));

const readNumbers = async () =>
  (await sql<{ number: string }[]>`select number from public.receipts order by number`).map(({ number }) =>
    Number(number),
  );
const countFrom = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

async function end(reservation: string, driver: Actor = cast.ana, status: 'completed' | 'cancelled' = 'completed') {
  await endReservation(sql, driver, reservation, status);
  await doDueWork(sql);
  return listReceipts(sql, reservation);
}
const endPaidReservation = async () => {
  const reservation = await bookPaidReservation(sql, cast.ana);
  await end(reservation);
  return reservation;
};
const giveBack = async (reservation: string, amount: number) => {
  await refundReservation(sql, cast.admin, { id: reservation }, { amount });
  await doDueWork(sql);
  return listReceipts(sql, reservation);
};
const decide = (settings: Record<string, string | number>) =>
  sql`update public.installation_settings set ${sql(settings)}`;

describe('a receipt', () => {
  test('of a completed reservation has price, tax, operator, place and plate, and is told by mail alone, once', async () => {
    await addDevices(sql, cast.ana);
    const reservation = await endPaidReservation();
    await doDueWork(sql);
    const receipts = await listReceipts(sql, reservation);
    expect(receipts).toMatchObject([
      {
        user_id: cast.ana.id,
        legal_name: 'Parqueos del Caribe SRL',
        tax_number: '131000001',
        zone_name: 'Naco',
        space_name: 'A-01',
        plate: 'A123456',
        amount: '590.00',
        tax: '90.00',
        tax_rate: '18.00',
        currency: 'USD',
        method: 'wallet',
        corrects: null,
      },
    ]);
    const told = await sql`
      select channel, content -> 'receipt' ->> 'number' as number, content -> 'receipt' ->> 'id' as id
      from public.notifications where user_id = ${cast.ana.id} and kind = 'receipt'`;
    expect(told).toEqual([{ channel: 'mail', number: receipts[0]?.number, id: receipts[0]?.id }]);
  });

  test('is none of a reservation that is under way, or for which nothing was paid', async () => {
    const reservation = await bookPaidReservation(sql, cast.ana);
    await doDueWork(sql);
    expect(await listReceipts(sql, reservation)).toEqual([]);
    const early = await bookPaidReservation(sql, cast.ana, { from: 24 });
    expect(await end(early, cast.ana, 'cancelled')).toEqual([]);
  });

  test('of a reservation by card names the card and the provider’s reference', async () => {
    const reservation = await bookPaidReservation(sql, cast.ana, { method: 'card' });
    const { reference } = await payByCard(sql, cast.ana, reservation);
    const paid = { method: 'card', paid_with: 'Visa ···· 1732', transaction_id: reference, amount: '590.00' };
    expect(await end(reservation)).toMatchObject([paid]);
  });

  test('of what is given back afterwards is below zero and names the first; what was given back before is on none', async () => {
    const reservation = await endPaidReservation();
    const [first, second] = await giveBack(reservation, 100);
    expect(second).toMatchObject({ amount: '-100.00', tax: '-15.25', tax_rate: '18.00', corrects: first?.id });
    const rows = await giveBack(reservation, 490);
    expect(rows.map(({ amount }) => amount)).toEqual(['590.00', '-100.00', '-490.00']);
    expect(rows.map(({ tax }) => Number(tax)).reduce((sum, tax) => sum + tax)).toBeCloseTo(0);
    expect(rows[2]?.corrects).toBe(first?.id);
    const other = await bookPaidReservation(sql, cast.ana);
    await giveBack(other, 90);
    expect((await end(other)).map(({ amount }) => amount)).toEqual(['500.00']);
  });

  test('keeps the operator and the tax of its day', async () => {
    const reservation = await endPaidReservation();
    const operator = { legal_name: 'Parqueos del Caribe SRL', tax_rate: 18 };
    await decide({ legal_name: 'Another', tax_rate: 16 });
    expect(await listReceipts(sql, reservation)).toMatchObject([{ ...operator, tax_rate: '18.00' }]);
    // Charged at 18 %, ended at 16 %: rate and tax are those that were charged.
    await decide(operator);
    const other = await bookPaidReservation(sql, cast.ana);
    await decide({ tax_rate: 16 });
    expect(await end(other)).toMatchObject([{ tax: '90.00', tax_rate: '18.00' }]);
    await decide(operator);
  });

  test('is changed and deleted by nobody, the owner of the database neither, and loses driver and plate with the account', async () => {
    const reservation = await endPaidReservation();
    const which = `where reservation_id = '${reservation}'`;
    for (const statement of [
      `update public.receipts set amount = 1 ${which}`,
      `update public.receipts set user_id = '${cast.beto.id}' ${which}`,
      `delete from public.receipts ${which}`,
      'truncate public.receipts cascade',
    ]) {
      expect(await refusalOf(sql.unsafe(statement)), statement).toBe('42501');
    }
    await sql`select private.delete_account(${cast.ana.id})`;
    expect(await listReceipts(sql, reservation)).toMatchObject([{ user_id: null, plate: null, amount: '590.00' }]);
  });
});

describe('numbers', () => {
  test('50 stays that end while workers are killed again and again have 50 numbers without a gap', async () => {
    const casts = await Promise.all(Array.from({ length: 25 }, () => createDrivers(sql)));
    await fillWallets(sql);
    const reservations = await Promise.all(
      casts.flatMap(({ ana, beto }) => [ana, beto].map((driver) => bookPaidReservation(sql, driver))),
    );
    const killed = new Error('killed');
    /** The database undoes what a worker did that ends before it commits. */
    const killedWorker = async () => {
      const work = sql.begin(async (tx) => {
        await tx`select private.run_due_work()`;
        throw killed;
      });
      await expect(work).rejects.toBe(killed);
    };
    await Promise.all(
      reservations.flatMap((reservation, index) => [
        sql`update public.reservations set status = 'completed' where id = ${reservation}`,
        index % 3 === 0 ? killedWorker() : doDueWork(sql),
      ]),
    );
    await doDueWork(sql);
    const receipts = await Promise.all(reservations.map((reservation) => listReceipts(sql, reservation)));
    expect(receipts.map((rows) => rows.map(({ amount }) => amount))).toEqual(reservations.map(() => ['590.00']));
    const numbers = await readNumbers();
    expect(numbers).toEqual(countFrom(numbers.length));
    expect(await sql`select * from private.receipts_due`).toEqual([]);
  });

  test('a refund that is not committed when its reservation’s receipt is issued has its own afterwards', async () => {
    const reservation = await endPaidReservation();
    const queued = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const refund = as(sql, cast.admin, async (tx) => {
      await tx`select public.refund_reservation(${reservation}, 10, false, 'Our own mistake', gen_random_uuid())`;
      queued.resolve();
      await release.promise;
    });
    await queued.promise;
    // Another event of the same reservation, which the worker sees.
    await sql`insert into private.receipts_due (reservation_id) values (${reservation})`;
    await doDueWork(sql);
    expect(await listReceipts(sql, reservation)).toHaveLength(1);
    release.resolve();
    await refund;
    await doDueWork(sql);
    expect((await listReceipts(sql, reservation)).map(({ amount }) => amount)).toEqual(['590.00', '-10.00']);
  });
});
