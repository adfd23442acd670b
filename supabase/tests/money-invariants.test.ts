import { randomInt, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { findFaultsInBooks } from '../../server/testing/books.ts';
import { type Actor, as, type DatabaseProblem } from './as.ts';
import { createZone, hoursAfter, type Reservation } from './changes-world.ts';
import * as money from './money-world.ts';
import { openDatabase } from './world.ts';

// Whatever drivers, operators, providers and time do, in whatever order and at once, the books agree at the end.

const OPERATIONS = 1000;
const WORKERS = 8;
/** `MONEY_SEED` repeats the choices of a run; their interleaving is the machine's. */
const SEED = Number(process.env.MONEY_SEED ?? randomInt(2 ** 31));
const REPEAT = `repeat with MONEY_SEED=${SEED}`;

/** What an operation does with the draws that decide whom and what it is about. */
type Draw = { driver: number; nth: number; hours: number; cents: number; flag: boolean };
type Operation = { name: string; draw: Draw };

const sql = await openDatabase();
await money.preparePayments(sql);
const { ana, beto, admin } = await money.createDrivers(sql);
const drivers: Actor[] = [ana, beto, admin];
let spaces: string[];
beforeAll(async () => {
  for (let more = 0; more < 4; more += 1) drivers.push(await createDriver());
  spaces = [
    ...(await createZone(sql, ['A-01', 'A-02', 'A-03', 'A-04', 'A-05', 'A-06'], { rate: 5 })),
    ...(await createZone(sql, ['B-01', 'B-02', 'B-03', 'B-04'], { rate: 3.33, latitude: 18.4757 })),
  ];
  for (const { id } of drivers) await sql`update public.profiles set wallet_balance = 60 where user_id = ${id}`;
});

const createDriver = async (): Promise<Actor> => (await money.createDrivers(sql)).ana;

const pick = <T>(all: readonly T[], nth: number): T | undefined => all[nth % Math.max(all.length, 1)];

const driverOf = ({ driver }: Draw): Actor => pick(drivers, driver) as Actor;

type Owned = {
  reservation: Reservation;
  owner: Actor;
  /** The owner or an administrator. */
  actor: Actor;
  draw: Draw;
};
type Wanted = { statuses?: string[]; when?: 'begun' | 'ahead' | 'any' };

/** Does something with a reservation of somebody who has an account still, if there is one. */
function withReservation(
  work: (found: Owned) => Promise<unknown>,
  { statuses = ['active'], when = 'any' }: Wanted = {},
) {
  return async (draw: Draw): Promise<void> => {
    const reservations = await sql<Reservation[]>`
      select * from public.reservations
      where user_id = any(${drivers.map(({ id }) => id)}) and status = any(${statuses})
        and (${when} = 'any' or (start_time <= now()) = (${when} = 'begun'))
      order by created_at desc`;
    const reservation = pick(reservations, draw.nth);
    const owner = drivers.find(({ id }) => id === reservation?.user_id);
    if (reservation && owner) await work({ reservation, owner, actor: draw.flag ? owner : admin, draw });
  };
}
const setStatus = (actor: Actor, { id }: Reservation, status: string) =>
  as(sql, actor)`update public.reservations set status = ${status} where id = ${id}`;

/** Does something with a payment, more often with one that is not captured. */
const withPayment = (work: (payment: money.Payment, draw: Draw) => Promise<unknown>) => async (draw: Draw) => {
  const rows = await sql<{ id: string }[]>`
    select id from public.payments where provider_order is not null order by (captured_at is null) desc, created_at desc limit 12`;
  const chosen = pick(rows, draw.nth);
  if (chosen) await work(await money.readPayment(sql, chosen.id), draw);
};

const chooseMethod = ({ nth }: Draw) => pick(['wallet', 'card', 'paypal'] as const, nth) ?? 'card';
const card = { token: 'token', brand: 'Visa', last4: '1732', expires: '203012' };

const OPERATIONS_BY_NAME: Record<string, (draw: Draw) => Promise<unknown>> = {
  book: (draw) =>
    money.book(sql, driverOf(draw), {
      spaceId: pick(spaces, draw.nth) ?? '',
      from: draw.flag ? -0.5 : draw.hours,
      to: draw.flag ? 1 + (draw.hours % 4) : draw.hours + 1.25,
      method: chooseMethod(draw),
    }),
  'reserve for a driver': (draw) =>
    money.reserveForDriver(sql, admin, driverOf(draw), {
      spaceId: pick(spaces, draw.nth) ?? '',
      from: draw.hours,
      hours: 1.25,
      seenAmount: 10,
      paidAtDesk: draw.flag ? draw.cents / 200 : null,
    }),
  'pay for a hold': withReservation(
    ({ reservation: { id: reservation, payment_method: method }, owner }) =>
      money.startPayment(sql, owner, { purpose: 'reservation', method, reservation }),
    { statuses: ['held'] },
  ),
  'release a hold': withReservation(
    ({ reservation, owner }) => as(sql, owner)`select public.release_hold(${reservation.id})`,
    { statuses: ['held'] },
  ),
  'let a hold end': withReservation(
    async ({ reservation }) => {
      await money.endHold(sql, reservation);
      await sql`select private.run_due_work()`;
    },
    { statuses: ['held'] },
  ),
  'top up': (draw) => money.startPayment(sql, driverOf(draw), { amount: 5 + draw.cents / 100, saveCard: draw.flag }),
  'pay for an extension': withReservation(
    ({ reservation: { id: reservation, end_time: end }, owner }) =>
      money.startPayment(sql, owner, { purpose: 'extension', reservation, newEnd: hoursAfter(end, 0.5) }),
    { when: 'begun' },
  ),
  capture: withPayment((payment, { flag }) => money.capture(sql, payment, flag ? { card } : {})),
  'capture a second time': withPayment((payment) =>
    money.capture(sql, payment, { reference: `second ${payment.id}`, cause: 'webhook' }),
  ),
  'capture another amount': withPayment((payment) => money.capture(sql, payment, { amount: payment.amount + 1 })),
  'decline or leave': withPayment((payment, { flag, hours }) =>
    money.close(sql, payment, flag ? 'declined' : 'abandoned', hours > 20 ? 'check' : 'return'),
  ),
  cancel: withReservation(({ reservation, actor, draw }) =>
    money.cancel(sql, actor, reservation, draw.cents % 2 === 0),
  ),
  'cancel by an update': withReservation(({ reservation, actor }) => setStatus(actor, reservation, 'cancelled')),
  extend: withReservation(
    ({ reservation: { id, end_time: end }, actor }) =>
      as(sql, actor)`select public.extend_reservation(${id}, 0.5, ${end})`,
    { when: 'begun' },
  ),
  change: withReservation(
    ({ reservation: { id, parking_space_id: space, start_time: start, end_time: end }, actor, draw: { cents } }) => {
      const to = (cents % 2 === 0 ? space : pick(spaces, cents)) ?? '';
      return as(sql, actor)`
        select public.change_reservation(${id}, ${start}, ${0.25 + (cents % 4) / 2}, ${to}, ${start}, ${end}, ${space}, null)`;
    },
    { when: 'ahead' },
  ),
  swap: withReservation(async ({ reservation: { id, parking_space_id: space }, owner }) => {
    await as(sql, owner)`select public.swap_space(${id}, ${space}, ${randomUUID()})`;
    await sql`update public.parking_spaces set status = 'available' where status = 'occupied'`;
  }),
  end: withReservation(({ reservation, owner }) => setStatus(owner, reservation, 'completed')),
  'let time pass': withReservation(async ({ reservation, draw }) => {
    await money.moveReservation(sql, reservation, -draw.hours);
    await sql`select private.run_due_work()`;
  }),
  'refund as an operator': withReservation(
    ({ reservation, draw: { cents, flag } }) =>
      money.refundReservation(sql, admin, reservation, { amount: cents / 100, toSource: flag }),
    { statuses: ['active', 'completed', 'cancelled', 'expired'] },
  ),
  async 'send refunds'(draw) {
    const claimed = await money.claimRefunds(sql, 2);
    const outcome = pick(['succeeded', 'succeeded', 'pending', 'failed', 'manual', 'retry'], draw.nth) ?? '';
    for (const refund of claimed) await money.finishRefund(sql, refund, outcome);
    await sql`update public.payment_refunds set next_attempt_at = now() where next_attempt_at is not null`;
  },
  async 'send a top-up back'(draw) {
    const [payment] = await sql<{ id: string }[]>`
      select id from public.payments where purpose = 'top_up' and captured_at is not null and user_id is not null
      order by captured_at desc offset ${draw.nth % 6} limit 1`;
    if (payment) await money.refundTopUp(sql, admin, payment, { amount: draw.cents / 200 });
  },
  'suspend or not': (draw) =>
    as(sql, admin)`
        update public.profiles set status = ${draw.cents % 3 === 0 ? 'suspended' : 'active'}
        where user_id = ${driverOf(draw).id} and user_id <> ${admin.id}`,
  'look at what leaving would bring': (draw) => as(sql, driverOf(draw))`select public.preview_deletion()`,
  async 'finish refunds by hand'(draw) {
    const [refund] = await sql<{ id: string }[]>`select id from public.payment_refunds where state = 'manual' limit 1`;
    if (!refund) return;
    await as(
      sql,
      admin,
    )`select public.finish_manual_refund(${refund.id}, ${draw.flag}, ${`P-${refund.id.slice(0, 8)}`}, 'The card is closed')`;
  },
  adjust: (draw) =>
    as(sql, admin)`
        select public.adjust_wallet(${driverOf(draw).id}, ${(draw.cents - 300) / 100}, 'Checked again', ${randomUUID()})`,
  'write a balance': (draw) =>
    as(sql, admin)`
        update public.profiles set wallet_balance = ${draw.cents / 10} where user_id = ${driverOf(draw).id}`,
  async 'raise prices'(draw) {
    await sql`update public.parking_spaces set hourly_rate = ${2 + (draw.cents % 400) / 100} where id = ${pick(spaces, draw.nth) ?? ''}`;
  },
  async 'delete an account'(draw) {
    if (draw.cents % 4 > 0) return null;
    const index = draw.driver % drivers.length;
    const driver = drivers[index] as Actor;
    if (driver === admin) return null;
    drivers[index] = await createDriver();
    if (draw.nth % 3 === 0) return sql`select private.delete_account(${driver.id})`;
    return money.leave(sql, driver, { toSource: draw.flag }).catch((error: unknown) => {
      // The account stays, with a reservation that is under way.
      drivers[index] = driver;
      throw error;
    });
  },
};

/** What the database may say instead of doing it: a problem with a key, no right, a lock that somebody else has. */
const isExpected = ({ code, hint }: DatabaseProblem) =>
  (code === '23514' && hint !== undefined) || ['23P01', '42501', '55P03'].includes(code);

/** A deleted account loses its rows to another operation that is under way. */
const isGone = ({ code, constraint }: DatabaseProblem) => code === '23503' && constraint?.includes('user_id') === true;

/** Kinds of postings that no run goes without. */
const KINDS = ['cancellation', 'earned', 'payment', 'refund_completed', 'refund_requested', 'reservation'];

const draws = fc.record({
  driver: fc.nat(100),
  nth: fc.nat(100),
  hours: fc.integer({ min: 1, max: 40 }),
  cents: fc.integer({ min: 1, max: 999 }),
  flag: fc.boolean(),
});
const often = [
  ...Array(4).fill('book'),
  ...Array(2).fill('capture'),
  'pay for a hold',
  'top up',
  'send refunds',
  'cancel',
];
const operations = fc.record({ name: fc.constantFrom(...Object.keys(OPERATIONS_BY_NAME), ...often), draw: draws });

test('after a thousand random operations at once the books agree', async () => {
  const queue: Operation[] = fc.sample(operations, { numRuns: OPERATIONS, seed: SEED });
  const unexpected: string[] = [];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { name, draw } = next;
      try {
        await OPERATIONS_BY_NAME[name]?.(draw);
      } catch (error) {
        const problem = error as DatabaseProblem & Error;
        if (!isExpected(problem) && !isGone(problem)) unexpected.push(`${name}: ${problem.code} ${problem.message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  expect(unexpected, REPEAT).toEqual([]);
  expect(await findFaultsInBooks(sql), REPEAT).toEqual([]);
  const kinds = await sql<{ kind: string }[]>`select distinct kind from public.ledger_transactions`;
  expect(kinds, REPEAT).toEqual(expect.arrayContaining(KINDS.map((kind) => ({ kind }))));
}, 120_000);
