import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, addVehicle, as, createSpace, errorOf, fillWallets, problemOf, withoutRules } from './as.ts';
import { openFiscalWorld } from './fiscal-world.ts';
import * as money from './money-world.ts';
import { bookPaidReservation, doDueWork, endReservation, listReceipts, payByCard } from './paid-reservations.ts';

const world = await openFiscalWorld();
const { sql, cast, list, acceptAll } = world;
const setRate = (rate: number) => sql`update public.installation_settings set tax_rate = ${rate}`;

beforeAll(async () => {
  for (const type of ['31', '32', '34']) await world.addRange(type);
});
beforeEach(() => fillWallets(sql));
afterEach(async () => {
  await setRate(18);
  await acceptAll();
  expect(await sql`select rule, faults from private.check_books() where faults > 0`).toEqual([]);
});

const listLines = async (reservation: string) =>
  (
    await sql<{ type: string; rate: string; amount: string; tax: string }[]>`
      select d.type, l.rate, l.amount, l.tax from public.fiscal_lines l
      join public.fiscal_documents d on d.id = l.document_id join public.receipts r on r.id = d.receipt_id
      where r.reservation_id = ${reservation} order by d.created_at, d.type, l.rate`
  ).map(({ type, rate, amount, tax }) => [type, Number(rate), Number(amount), Number(tax)]);
const listForms = async (reservation: string) =>
  (await list(reservation)).map(({ paid_by: forms }) => forms.map(({ form, amount }) => [form, amount]));
const sumOf = async (account: string) => Math.round(100 * (await money.sumOf(sql, account))) / 100;
const extend = (reservation: string, hours = 1) => as(sql, cast.ana)`
  select public.extend_reservation(id, ${hours}, end_time, 100000) from public.reservations where id = ${reservation}`;
const end = async (reservation: string, driver: Actor = cast.ana) => {
  await endReservation(sql, driver, reservation);
  await doDueWork(sql);
};
/** Makes the receipts and documents of a reservation older. */
async function age(reservation: string, days: number) {
  await withoutRules(sql)`
    update public.fiscal_documents set signed_at = signed_at - make_interval(days => ${days})
    where receipt_id in (select id from public.receipts where reservation_id = ${reservation})`;
  await withoutRules(sql)`
    update public.receipts set issued_at = issued_at - make_interval(days => ${days}) where reservation_id = ${reservation}`;
}

describe('a stay at two rates', () => {
  test('has a line for each, and what is given back is at the rate that was charged last, up to its amount', async () => {
    await setRate(0);
    const reservation = await bookPaidReservation(sql, cast.ana);
    await setRate(18);
    await extend(reservation);
    await end(reservation);
    await acceptAll();
    expect(await listLines(reservation)).toEqual([
      ['32', 0, 590, 0],
      ['32', 18, 590, 90],
    ]);
    await world.refund(reservation, 295);
    await world.refund(reservation, 600);
    expect((await listLines(reservation)).slice(2)).toEqual([
      ['34', 18, 295, 45],
      ['34', 0, 305, 0],
      ['34', 18, 295, 45],
    ]);
  });

  test('keeps its rate when the installation has another one', async () => {
    const reservation = await bookPaidReservation(sql, cast.ana);
    await setRate(16);
    await end(reservation);
    await world.refund(reservation, 590);
    expect(await listLines(reservation)).toEqual([
      ['32', 18, 590, 90],
      ['34', 18, 590, 90],
    ]);
  });
});

test.each([
  ['of 30 days ago', 30, { amount: '590.00', is_late: false }, [['34', 18, 590, 90]], -90, 0],
  ['of 31 days ago', 31, { amount: '500.00', is_late: true }, [['34', 18, 500, 0]], 0, -90],
] as const)('a note of a document %s', async (_when, days, note, lines, tax, expense) => {
  const reservation = await world.endPaidReservation();
  await acceptAll();
  await age(reservation, days);
  const before = { tax: await sumOf('tax'), expense: await sumOf('tax_expense') };
  await world.refund(reservation, 590);
  expect((await list(reservation))[1]).toMatchObject({ type: '34', ...note });
  expect((await listLines(reservation)).slice(1)).toEqual(lines);
  expect((await sumOf('tax')) - before.tax).toBeCloseTo(tax);
  expect((await sumOf('tax_expense')) - before.expense).toBeCloseTo(expense);
  const [, receipt] = await listReceipts(sql, reservation);
  expect(receipt).toMatchObject({ amount: '-590.00', tax: tax.toFixed(2) });
});

test('what goes back at one rate while more is paid at another one has a note and a document', async () => {
  await sql`update public.installation_settings set receipt_moment = 'payment'`;
  const reservation = await bookPaidReservation(sql, cast.ana, { from: 24 });
  await money.moveReservation(sql, { id: reservation }, -24.1);
  await sql`update private.receipts_due set due_at = now() where reservation_id = ${reservation}`;
  await doDueWork(sql);
  await acceptAll();
  await money.refundReservation(sql, cast.admin, { id: reservation }, { amount: 590 });
  await setRate(0);
  await extend(reservation);
  await sql`update public.installation_settings set receipt_moment = 'end'`;
  await end(reservation);
  await acceptAll();
  expect((await listReceipts(sql, reservation)).map(({ amount, paid_by: by }) => [amount, by[0]?.amount])).toEqual([
    ['590.00', 590],
    ['-590.00', -590],
    ['590.00', 590],
  ]);
  expect(await listLines(reservation)).toEqual([
    ['32', 18, 590, 90],
    ['32', 0, 590, 0],
    ['34', 18, 590, 90],
  ]);
});

describe('the form of payment', () => {
  const spend = async (reservation: string) => {
    await end(reservation);
    return listForms(reservation);
  };

  test('of a card is 3, and of credit in the wallet 8; what was given back to the wallet is no card', async () => {
    const reservation = await bookPaidReservation(sql, cast.ana, { method: 'card' });
    await payByCard(sql, cast.ana, reservation);
    await extend(reservation);
    await money.refundReservation(sql, cast.admin, { id: reservation }, { amount: 0.01 });
    expect(await spend(reservation)).toEqual([
      [
        [3, 590],
        [8, 589.99],
      ],
    ]);
    const [receipt] = await listReceipts(sql, reservation);
    expect(receipt?.paid_by.map(({ method, amount }) => [method, amount])).toEqual([
      ['card', 590],
      ['wallet', 589.99],
    ]);
    await world.refund(reservation, 0.01);
    expect((await listForms(reservation))[1]).toEqual([[8, 0.01]]);
  });

  test('of a wallet is that of what filled it', async () => {
    await sql`update public.profiles set wallet_balance = 0 where user_id = ${cast.ana.id}`;
    await money.topUp(sql, cast.ana, 500);
    await money.fillWallet(sql, cast.ana, 90);
    expect(await spend(await bookPaidReservation(sql, cast.ana))).toEqual([
      [
        [3, 500],
        [8, 90],
      ],
    ]);
  });

  test.each([
    ['terminal', 3],
    ['transfer', 2],
  ])('of a %s at the desk is %i', async (deskMethod, form) => {
    await addVehicle(sql, cast.ana);
    const { spaceId } = await createSpace(sql, { hourlyRate: 590 });
    const paid = {
      spaceId,
      from: 0.01,
      hours: 1,
      seenAmount: 590,
      paidAtDesk: 590,
      deskMethod,
      deskReference: 'slip-1',
    };
    const { id } = await money.reserveForDriver(sql, cast.admin, cast.ana, paid);
    await end(id, cast.admin);
    expect(await listForms(id)).toEqual([[[form, 590]]]);
    const [receipt] = await sql`select method from public.receipts where reservation_id = ${id}`;
    expect(receipt).toEqual({ method: deskMethod });
  });

  test('of cash at the desk is 1, also where it is given back', async () => {
    await addVehicle(sql, cast.ana);
    const { spaceId } = await createSpace(sql, { hourlyRate: 590 });
    const paid = { spaceId, from: 0.01, hours: 1, seenAmount: 590, paidAtDesk: 590 };
    const { id } = await money.reserveForDriver(sql, cast.admin, cast.ana, paid);
    await end(id, cast.admin);
    await world.refund(id, 90);
    expect(await listForms(id)).toEqual([[[1, 590]], [[1, 90]]]);
    const receipts = await listReceipts(sql, id);
    expect(receipts.flatMap(({ paid_by: parts }) => parts.map(({ method }) => method))).toEqual(['cash', 'cash']);
  });
});

describe('a document with a tax number', () => {
  const ask = (actor: Actor, reservation: string, number = '1-32-00000-5') =>
    as(sql, actor)`select public.ask_for_tax_credit(${reservation}, ${number}, 'Cliente SRL')`;

  test('is asked for by the driver until the end of the stay, and at the desk until the document is issued', async () => {
    const reservation = await bookPaidReservation(sql, cast.ana);
    expect(await problemOf(ask(cast.beto, reservation))).toBe('no-such-reservation');
    expect(await problemOf(ask(cast.ana, reservation, '12'))).toBe('fiscal-buyer');
    await ask(cast.ana, reservation);
    await endReservation(sql, cast.ana, reservation);
    expect(await problemOf(ask(cast.ana, reservation))).toBe('fiscal-document-issued');
    await ask(cast.admin, reservation, '131000002');
    await doDueWork(sql);
    expect(await list(reservation)).toMatchObject([{ type: '31', buyer_tax_number: '131000002' }]);
    expect(await problemOf(ask(cast.admin, reservation))).toBe('fiscal-document-issued');
  });

  test('is asked for at the desk with the reservation, and has to be from 250,000 pesos on', async () => {
    await addVehicle(sql, cast.beto);
    const { spaceId } = await createSpace(sql, { hourlyRate: 10_000 });
    const paid = { spaceId, hours: 26, seenAmount: 260_000, paidAtDesk: 260_000 };
    expect(await problemOf(money.reserveForDriver(sql, cast.admin, cast.beto, paid))).toBe('fiscal-buyer');
    const { id } = await money.reserveForDriver(sql, cast.admin, cast.beto, { ...paid, taxNumber: '132000005' });
    await sql`delete from public.notifications where reservation_id = ${id}`;
    expect(await sql`select tax_number from public.reservation_buyers where reservation_id = ${id}`).toEqual([
      { tax_number: '132000005' },
    ]);
  });

  test('is issued to a driver who has deleted the account since, and then forgotten', async () => {
    const reservation = await bookPaidReservation(sql, cast.beto);
    await ask(cast.beto, reservation);
    await endReservation(sql, cast.beto, reservation);
    await sql`select private.delete_account(${cast.beto.id})`;
    await doDueWork(sql);
    expect(await list(reservation)).toMatchObject([{ type: '31', buyer_tax_number: '132000005', user_id: null }]);
    expect(await sql`select from public.reservation_buyers where user_id is null`).toHaveLength(0);
  });

  test('is issued to a driver who leaves after a reservation that nobody has ended', async () => {
    const { ana: driver } = await money.createDrivers(sql);
    await fillWallets(sql);
    const reservation = await bookPaidReservation(sql, driver);
    await ask(driver, reservation);
    await money.moveReservation(sql, { id: reservation }, -30);
    await sql`select private.delete_account(${driver.id})`;
    await doDueWork(sql);
    expect(await list(reservation)).toMatchObject([{ type: '31', buyer_tax_number: '132000005' }]);
  });
});

test('a document that was told of in contingency is told of again when another one has its place', async () => {
  const reservation = await world.endPaidReservation();
  const told = async () =>
    (
      await sql<{ encf: string }[]>`
        select content #>> '{receipt,fiscal_documents,0,encf}' as encf from public.notifications
        where kind = 'receipt' and reservation_id = ${reservation} order by created_at`
    ).map(({ encf }) => encf);
  const [claimed] = await world.claim();
  const id = claimed?.id ?? '';
  await sql`select private.keep_fiscal_signature(${id}, '<ECF></ECF>', null, 'AbCdEf', now() - interval '11 minutes')`;
  await world.report(id, 'retry');
  await world.report(id, 'rejected');
  await as(sql, cast.admin)`select public.reissue_fiscal_document(${id}, 'The authority says why')`;
  await acceptAll();
  const [, second] = await list(reservation);
  expect(await told()).toEqual([claimed?.encf, second?.encf]);
});

describe('the overview', () => {
  const read = async () => (await as(sql, cast.admin)`select public.fiscal_overview() as overview`)[0]?.overview;

  test('names notes without a number, and a refused void, which is tried again', async () => {
    const reservation = await world.endPaidReservation();
    await acceptAll();
    const [range] = await sql<{ id: string }[]>`select id from public.fiscal_ranges where type = '34'`;
    await as(sql, cast.admin)`select public.void_fiscal_numbers(${range?.id ?? ''})`;
    await world.refund(reservation, 100);
    await sql`update public.fiscal_documents set created_at = now() - interval '1 hour' where state = 'due'`;
    await sql`update public.fiscal_voids set state = 'rejected', response = 'Firma inválida'`;
    expect(await read()).toMatchObject({
      without_number: 1,
      refused_voids: ['Firma inválida'],
      types_running_out: ['34'],
    });
    await as(sql, cast.admin)`update public.fiscal_voids set state = 'due' where state = 'rejected'`;
    expect(await sql`select type, state from private.claim(null::public.fiscal_voids, 10)`).toEqual([
      { type: '34', state: 'due' },
    ]);
    await world.addRange('34', 101, 120);
    expect(await read()).toMatchObject({ refused_voids: [], types_running_out: [] });
  });

  test('asks for the rate of the day in dollars, and documents are in pesos at it', async () => {
    await withoutRules(sql)`update public.installation_settings set currency = 'USD'`;
    expect(await read()).toMatchObject({ obstacles: ['exchange_rate'] });
    const type = (days: number, rate: number) => as(sql, cast.admin)`
      insert into public.exchange_rates (day, rate) values (private.country_day(now()) - ${days}::int, ${rate})`;
    await type(8, 58);
    expect(await read()).toMatchObject({ obstacles: ['exchange_rate'] });
    await type(7, 59.1234);
    await errorOf(as(sql, cast.ana)`insert into public.exchange_rates (day, rate) values ('2026-01-01', 1)`);
    const reservation = await world.endPaidReservation();
    await acceptAll();
    await type(0, 60);
    await world.refund(reservation, 295);
    expect(await list(reservation)).toMatchObject([
      {
        amount: '34882.81',
        tax: '5321.11',
        currency: 'USD',
        exchange_rate: '59.1234',
        paid_by: [{ form: 8, amount: 34882.81 }],
      },
      { amount: '17441.40', tax: '2660.55', exchange_rate: '59.1234' },
    ]);
    // All notes together give the pesos of the document, however each is rounded.
    for (const amount of [98.33, 98.33, 98.34]) await world.refund(reservation, amount);
    const notes = (await list(reservation)).slice(1);
    expect(notes.reduce((sum, { amount }) => sum + 100 * Number(amount), 0)).toBeCloseTo(3488281);
    expect(notes.reduce((sum, { tax }) => sum + 100 * Number(tax), 0)).toBeCloseTo(532111);
    const [receipt] = await listReceipts(sql, reservation);
    expect(receipt).toMatchObject({ amount: '590.00' });
    expect(await sql`select receipt_amount, receipt_tax from public.fiscal_lines where amount = 34882.81`).toEqual([
      { receipt_amount: '590.00', receipt_tax: '90.00' },
    ]);
    await withoutRules(sql)`update public.installation_settings set currency = 'DOP'`;
  });
});
