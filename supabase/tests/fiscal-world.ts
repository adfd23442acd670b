import { beforeEach } from 'vitest';
import { type Actor, as, fillWallets } from './as.ts';
import { openShift, refundReservation } from './money-world.ts';
import { bookPaidReservation, chargeDrivers, doDueWork, endReservation, payByCard } from './paid-reservations.ts';
import { openWorld } from './world.ts';

export type FiscalDocument = {
  id: string;
  type: string;
  state: string;
  encf: string | null;
  amount: string;
  tax: string;
  modifies: string | null;
  buyer_tax_number: string | null;
  buyer_name: string | null;
  issuer: object | null;
  paid_by: { form: number; amount: number }[];
};

/** An installation that issues fiscal documents. Drivers book spaces of 590 pesos. */
export async function openFiscalWorld() {
  const { sql, cast } = await openWorld();
  await sql`update public.installation_settings set currency = 'DOP'`;
  await chargeDrivers(sql);
  beforeEach(() => openShift(sql, cast.admin));
  await sql`select private.open_fiscal('testecf')`;
  const claim = () => sql<FiscalDocument[]>`select * from private.claim_fiscal_documents(100)`;
  const sign = (id: string) => sql`select private.keep_fiscal_signature(${id}, '<ECF></ECF>', null, 'AbC+/1', now())`;
  const report = (id: string, outcome: string, spent = true) =>
    sql`select private.report_fiscal_document(${id}, ${outcome}, null, 'DGII', ${spent})`;
  return {
    sql,
    cast,
    claim,
    sign,
    report,
    addRange: (type: string, first = 1, last = 100, { expires = '2199-12-31' } = {}) =>
      as(sql, cast.admin)`
        insert into public.fiscal_ranges (type, first_number, last_number, expires_on)
        values (${type}, ${first}, ${last}, ${expires})`,
    list: (reservation: string) => sql<FiscalDocument[]>`
      select d.* from public.fiscal_documents d join public.receipts r on r.id = d.receipt_id
      where r.reservation_id = ${reservation} order by d.created_at, d.type`,
    /** A reservation of 590 pesos that is over, and its receipt. */
    async endPaidReservation(driver: Actor = cast.ana, { method }: { method?: 'card' } = {}) {
      await fillWallets(sql);
      const reservation = await bookPaidReservation(sql, driver, method && { method });
      if (method === 'card') await payByCard(sql, driver, reservation);
      await endReservation(sql, driver, reservation);
      await doDueWork(sql);
      return reservation;
    },
    async refund(reservation: string, amount: number) {
      await refundReservation(sql, cast.admin, { id: reservation }, { amount });
      await doDueWork(sql);
    },
    /** Numbers, signs and accepts what is due, until nothing is. */
    async acceptAll() {
      for (let claimed = await claim(); claimed.length > 0; claimed = await claim()) {
        for (const { id } of claimed) {
          await sign(id);
          await report(id, 'accepted');
        }
      }
    },
    wantDocument: (driver: Actor) => as(sql, driver)`
      insert into public.fiscal_buyers (user_id, tax_number, name) values (${driver.id}, '1-32-00000-5', 'Cliente SRL')`,
  };
}
