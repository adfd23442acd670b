import type { Sql } from '../../supabase-server/connections/sql.ts';
import { type Actor, addVehicle, as, createSpace, fillWallets } from './as.ts';
import * as money from './money-world.ts';

/** Lets drivers pay, gives everybody money and names the operator of receipts. */
export async function chargeDrivers(sql: Sql): Promise<void> {
  await money.preparePayments(sql);
  await sql`
    update public.installation_settings set legal_name = 'Parqueos del Caribe SRL', tax_number = '1-31-00000-1',
      legal_address = 'Av. Tiradentes 14, Santo Domingo'`;
  await fillWallets(sql);
}

type PaidReservation = { hours?: number; from?: number; method?: 'wallet' | 'card' };

/** A driver books a space of 590 an hour and pays from the wallet; by card it is held until `payByCard`. */
export async function bookPaidReservation(
  sql: Sql,
  driver: Actor,
  { hours = 1, from = 0, method = 'wallet' }: PaidReservation = {},
): Promise<string> {
  await addVehicle(sql, driver);
  const space = await createSpace(sql, { hourlyRate: 590 });
  return (await money.book(sql, driver, { ...space, from, to: from + hours, method })).id;
}

/** The provider says that it has the money for a reservation that is held. */
export async function payByCard(sql: Sql, driver: Actor, reservation: string) {
  const payment = await money.startPayment(sql, driver, { purpose: 'reservation', reservation });
  await money.capture(sql, payment, { card: { token: 'T', brand: 'Visa', last4: '1732', expires: '203012' } });
  return { reference: `capture ${payment.id}` };
}

export const endReservation = (sql: Sql, actor: Actor, id: string, status: 'completed' | 'cancelled' = 'completed') =>
  as(sql, actor)`update public.reservations set status = ${status} where id = ${id}`;

export const doDueWork = (sql: Sql) => sql`select private.run_due_work()`;

export type Receipt = {
  id: string;
  number: string;
  amount: string;
  tax: string;
  paid_by: { method: string; amount: number }[];
  corrects: string | null;
};

export const listReceipts = (sql: Sql, reservation: string) =>
  sql<Receipt[]>`select * from public.receipts where reservation_id = ${reservation} order by number`;
