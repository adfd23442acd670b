import { randomUUID } from 'node:crypto';
import { writeInstallation } from '../../server/database/prepare-database.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import {
  type Actor,
  as,
  bookInPast,
  type Cast,
  createCast,
  hoursFromNow,
  one,
  readValue,
  SERVICE,
  withoutRules,
  withProof,
} from './as.ts';
import type { Reservation } from './changes-world.ts';

/** Lets drivers pay in dollars with 18 % of tax, as often as they like, and an administrator give what they like. */
export async function preparePayments(sql: Sql): Promise<void> {
  await writeInstallation(sql, { samples: false });
  await sql`
    update public.installation_settings set charges_drivers = true, tax_rate = 18, wallet_correction_limit = 1000000`;
  await sql`
    update private.limits set reservations_per_hour = 10000, upcoming_reservations = 1000, unpaid_holds_per_hour = 1000,
      unpaid_holds_per_day = 10000, payments_per_hour = 10000, changes_per_hour = 100000, swaps_per_hour = 100000,
      swaps_per_reservation = 1000`;
}

/** Opens a shift with an empty drawer. */
export const openShift = (sql: Sql, { id }: Actor): Promise<string> =>
  readValue(sql`
    insert into public.shifts (id, cashier_id, cashier, opening_float) values (gen_random_uuid(), ${id}, 'Cashier', 0)
    returning id`);

/** A fresh cast with a vehicle each; the administrator has an open shift. */
export async function createDrivers(sql: Sql): Promise<Cast> {
  const cast = await createCast(sql);
  await openShift(sql, cast.admin);
  await sql`
    insert into public.vehicles (user_id, name, plate, type)
    select id, 'Yaris', left(gen_random_uuid()::text, 8), 'sedan'
    from unnest(${Object.values(cast).map(({ id }) => id)}::uuid[]) id`;
  return cast;
}

export type NewPaidReservation = {
  spaceId: string;
  from: number;
  to: number;
  method?: 'wallet' | 'card' | 'paypal' | null;
  /** The price that the driver saw. */
  seenAmount?: number;
  status?: string;
};

/** Books a space with the driver's own vehicle, from and to in hours from now. */
export function book(sql: Sql, driver: Actor, reservation: NewPaidReservation): Promise<Reservation> {
  if (reservation.from < 0)
    return bookInPast(sql, reservation, (ahead) => book(sql, driver, { ...reservation, ...ahead }));
  const { spaceId, from, to, method = 'wallet', seenAmount = 0, status = 'active' } = reservation;
  return one(as(sql, driver)<Reservation[]>`
    insert into public.reservations (
      id, user_id, parking_space_id, start_time, end_time, total_amount, status, vehicle_id, payment_method)
    values (${randomUUID()}, ${driver.id}, ${spaceId}, ${hoursFromNow(from)}, ${hoursFromNow(to)}, ${seenAmount}, ${status},
      (select id from public.vehicles where user_id = ${driver.id} limit 1), ${method})
    returning *`);
}

/** Puts money into a wallet as an operator does. */
export async function fillWallet(sql: Sql, { id }: Actor, amount: number): Promise<void> {
  await sql`update public.profiles set wallet_balance = wallet_balance + ${amount} where user_id = ${id}`;
}

/** The balance of a driver, in dollars. */
export const balanceOf = async (sql: Sql, { id }: Actor): Promise<number> =>
  Number(await readValue(sql`select wallet_balance from public.profiles where user_id = ${id}`));

/** The sum of an account that is no wallet. */
export const sumOf = async (sql: Sql, kind: string): Promise<number> =>
  Number(
    await readValue(sql`
      select coalesce(sum(e.amount), 0) from public.ledger_entries e
      join public.ledger_accounts a on a.id = e.account_id where a.kind = ${kind}`),
  );

/** What is paid for a reservation and not given back, and the tax in it. */
export async function paidFor(sql: Sql, { id }: { id: string }): Promise<{ paid: number; tax: number }> {
  const [row] = await sql<{ paid: string; tax: string }[]>`select * from private.paid_for(${id})`;
  return { paid: Number(row?.paid), tax: Number(row?.tax) };
}

export type Payment = {
  id: string;
  user_id: string | null;
  provider: string;
  amount: number;
  currency: string;
  state: string;
  provider_order: string | null;
  provider_reference: string | null;
  served: boolean | null;
  refunded: number;
};

export type NewPayment = {
  id?: string;
  purpose?: string;
  method?: string | null;
  reservation?: string | null;
  amount?: number | string | null;
  newEnd?: Date | null;
  newStart?: Date | null;
  newSpace?: string | null;
  saveCard?: boolean;
  card?: string | null;
  assurance?: string;
  language?: string;
};

/** Begins a payment for this person as the server does. */
export async function beginPayment(sql: Sql, person: { id: string | null }, wanted: NewPayment): Promise<Payment> {
  const { id = randomUUID(), purpose = 'top_up', method = 'card', reservation = null, amount = null } = wanted;
  const {
    newEnd = null,
    newStart = null,
    newSpace = null,
    saveCard = false,
    card = null,
    assurance = 'aal1',
    language = 'en',
  } = wanted;
  return readValue(as(sql, SERVICE)`
    select public.begin_payment(${person.id}, ${assurance}, ${id}, ${purpose}, ${method}, ${reservation}, ${amount},
      ${newEnd}, ${saveCard}, ${card}, ${language}, ${newStart}, ${newSpace})`);
}

/** Begins a payment and sends its driver to the provider. */
export async function startPayment(sql: Sql, person: { id: string | null }, wanted: NewPayment): Promise<Payment> {
  const payment = await beginPayment(sql, person, wanted);
  const order = randomUUID().replaceAll('-', '').slice(0, 15).toUpperCase();
  await as(sql, SERVICE)`select public.start_payment(${payment.id}, ${order})`;
  return readPayment(sql, payment.id);
}

export async function readPayment(sql: Sql, id: string): Promise<Payment> {
  const [row] = await as(sql, SERVICE)<{ payment: Payment | null }[]>`select public.read_payment(${id}) as payment`;
  if (!row?.payment) throw new Error('There is no such payment');
  return row.payment;
}

export type Card = { token: string; brand: string; last4: string; expires: string };
type Capture = {
  amount?: number | string;
  currency?: string;
  reference?: string | null;
  cause?: string;
  card?: Card | null;
};

/** The provider says that it has the money. */
export async function capture(sql: Sql, { id, amount, currency }: Payment, said: Capture = {}): Promise<string> {
  const card = said.card ? sql.json(said.card) : null;
  return readValue(as(sql, SERVICE)`
    select public.capture_payment(${id}, ${said.amount ?? amount}, ${said.currency ?? currency},
      ${said.reference === undefined ? `capture ${id}` : said.reference}, ${said.cause ?? 'check'}, ${card})`);
}

/** The provider or the driver says no. */
export const close = (sql: Sql, { id }: Payment, state = 'declined', cause = 'return') =>
  as(sql, SERVICE)`select public.close_payment(${id}, ${state}, 'declined-by-bank', ${cause})`;

/** A top-up that has arrived. */
export async function topUp(sql: Sql, driver: Actor, amount: number, method = 'card'): Promise<Payment> {
  const payment = await startPayment(sql, driver, { amount, method });
  await capture(sql, payment);
  return readPayment(sql, payment.id);
}

/** A reservation that is held, and the payment for it that the driver has begun. */
export async function holdAndPay(
  sql: Sql,
  driver: Actor,
  reservation: NewPaidReservation,
): Promise<{ reservation: Reservation; payment: Payment }> {
  const method = reservation.method ?? 'card';
  const held = await book(sql, driver, { ...reservation, method });
  return {
    reservation: held,
    payment: await startPayment(sql, driver, { purpose: 'reservation', method, reservation: held.id }),
  };
}

/** Lets the time of a hold be over. */
export async function endHold(sql: Sql, { id }: { id: string }): Promise<void> {
  await withoutRules(sql)`update public.reservations set held_until = now() - interval '1 second' where id = ${id}`;
}

/** Moves the times of a reservation by so many hours, past the rules. */
export async function moveReservation(sql: Sql, { id }: { id: string }, hours: number): Promise<void> {
  await withoutRules(sql)`
      update public.reservations
      set start_time = start_time + make_interval(mins => ${hours * 60}), end_time = end_time + make_interval(mins => ${hours * 60})
      where id = ${id}`;
}

/** Posts revenue of 5 as of a moment, past the functions. */
export async function postRevenue(sql: Sql, moment: Date | string): Promise<void> {
  await sql`
    with posted as (
      insert into public.ledger_transactions (key, kind, created_at) values (${randomUUID()}, 'reservation', ${moment})
      returning id
    )
    insert into public.ledger_entries (transaction_id, account_id, amount)
    select posted.id, a.id, case a.kind when 'revenue' then 5 else -5 end
    from posted, public.ledger_accounts a where a.kind in ('revenue', 'adjustments')`;
}

export const cancel = (sql: Sql, actor: Actor, { id }: { id: string }, toSource = false) =>
  as(sql, actor)`select public.cancel_reservation(${id}, ${toSource})`;

type ReservationRefund = { amount: number | string; toSource?: boolean; reason?: string | null; key?: string };

/** An operator gives money back for a reservation; says how much. */
export async function refundReservation(
  sql: Sql,
  admin: Actor,
  { id }: { id: string },
  refund: ReservationRefund,
): Promise<number> {
  const { amount, toSource = false, reason = 'Barrier out of order', key = randomUUID() } = refund;
  return Number(
    await readValue(as(sql, admin)`select public.refund_reservation(${id}, ${amount}, ${toSource}, ${reason}, ${key})`),
  );
}

export type Refund = {
  id: string;
  payment_id: string;
  amount: string;
  state: string;
};

export function claimRefunds(sql: Sql, most = 100) {
  return as(sql, SERVICE)<
    { id: string; payment_id: string; amount: string; attempts: number }[]
  >`select * from public.claim_payment_refunds(${most})`;
}

/** The provider says what became of a refund, which is sent if it was not yet. */
export async function finishRefund(sql: Sql, { id }: { id: string }, outcome: string, error: string | null = null) {
  await sql`update public.payment_refunds set state = 'sent' where id = ${id} and state = 'requested'`;
  await as(sql, SERVICE)`select public.finish_payment_refund(${id}, ${outcome}, 'back', ${error})`;
}

export const refundsOf = (sql: Sql, { id }: { id: string }) =>
  sql<Refund[]>`select * from public.payment_refunds where payment_id = ${id} order by created_at`;

type Leaving = { toSource?: boolean; waived?: number };

/** A driver deletes the account; without more they give up what the wallet holds. */
export async function leave(sql: Sql, driver: Actor, leaving: Leaving = {}): Promise<void> {
  const { toSource = false, waived = 99_999_999.99 } = leaving;
  await as(sql, await withProof(sql, driver))`select public.delete_my_account(${toSource}, ${waived})`;
}

/** An administrator sends a top-up, or a part of it, back to its source. */
export function refundTopUp(
  sql: Sql,
  actor: Actor,
  { id }: { id: string },
  refund: Omit<ReservationRefund, 'toSource'>,
) {
  const { amount, reason = 'Asked for it', key = randomUUID() } = refund;
  return as(sql, actor)`select public.refund_top_up(${id}, ${amount}, ${reason}, ${key})`;
}

export type OperatorBooking = {
  id?: string;
  spaceId: string | null;
  /** In hours from now. */
  from?: number;
  /** Instead of `from`. */
  startTime?: string | null;
  hours?: number | string;
  vehicleId?: string | null;
  /** The price that the administrator saw. */
  seenAmount?: number | null;
  paidAtDesk?: number | string | null;
  paidReason?: string | null;
  payment?: string | null;
  taxNumber?: string | null;
  deskMethod?: string;
  deskReference?: string | null;
};

/** Reserves for a driver as this actor. */
export function reserveForDriver(sql: Sql, actor: Actor, driver: Pick<Actor, 'id'>, booking: OperatorBooking) {
  const { id = randomUUID(), spaceId, from = 1, startTime = hoursFromNow(from).toISOString(), hours = 2 } = booking;
  const {
    vehicleId = null,
    seenAmount = null,
    paidAtDesk = null,
    paidReason = 'Paid at the desk',
    payment = 'wallet',
    taxNumber = null,
    deskMethod = 'cash',
    deskReference = null,
  } = booking;
  return one(as(sql, actor)<Reservation[]>`
    select * from public.reserve_for_driver(${id}, ${driver.id}, ${spaceId}, ${startTime}::text::timestamptz, ${hours},
      ${vehicleId}, ${seenAmount}, ${paidAtDesk}, ${paidReason}, ${payment}, ${taxNumber}, 'Cliente SRL',
      ${deskMethod}, ${deskReference})`);
}
