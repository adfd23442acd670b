import { expect } from 'vitest';
import { as, type Cast, createCast, fillWallets } from '../../supabase/tests/as.ts';
import { refundReservation } from '../../supabase/tests/money-world.ts';
import {
  bookPaidReservation,
  chargeDrivers,
  doDueWork,
  endReservation,
} from '../../supabase/tests/paid-reservations.ts';
import type { FiscalAuthority } from '../fiscal/authority.ts';
import { workOnFiscalDocuments } from '../fiscal/fiscal-work.ts';
import { createTestDatabase } from './database.ts';

type Row = { type: string; encf: string; state: string; response: string | null; is_number_spent: boolean };

/** An installation that issues fiscal documents, and what its drivers and server do. */
export async function openFiscalBooks() {
  const database = await createTestDatabase();
  const { sql } = database;
  await sql`update public.installation_settings set currency = 'DOP'`;
  await chargeDrivers(sql);
  await sql`update private.limits set upcoming_reservations = 1000, reservations_per_hour = 1000`;
  await sql`select private.open_fiscal('testecf')`;
  const { admin } = await createCast(sql);
  for (const type of ['31', '32', '34']) {
    await as(sql, admin)`
      insert into public.fiscal_ranges (type, first_number, last_number, expires_on)
      values (${type}, 1, 10000, '2199-12-31')`;
  }
  const failures: string[] = [];
  let cast: Cast;
  /** One run of a server's job; what failed is in `failures`. */
  const work = (authority: FiscalAuthority) =>
    workOnFiscalDocuments({ sql, authority, report: (error) => failures.push(String(error)) });
  return {
    sql,
    failures,
    work,
    close: () => database.close(),
    async start(): Promise<Cast> {
      cast = await createCast(sql);
      await fillWallets(sql);
      failures.length = 0;
      return cast;
    },
    /** Does what is due later as if it were due now, until nothing is left. */
    async finish(authority: FiscalAuthority) {
      do {
        await sql`update public.fiscal_documents set next_attempt_at = now() where state <> 'due'`;
      } while ((await work(authority)) > 0);
    },
    async endPaidReservation() {
      const reservation = await bookPaidReservation(sql, cast.ana);
      await endReservation(sql, cast.ana, reservation);
      await doDueWork(sql);
      return reservation;
    },
    wantDocument: () => as(sql, cast.ana)`
      insert into public.fiscal_buyers (user_id, tax_number, name)
      values (${cast.ana.id}, '132000005', 'Cliente & Hijos')`,
    async refund(reservation: string, amount: number) {
      await refundReservation(sql, cast.admin, { id: reservation }, { amount });
      await doDueWork(sql);
    },
    list: (reservation: string) => sql<Row[]>`
      select d.type, d.encf, d.state, d.response, d.is_number_spent from public.fiscal_documents d
      join public.receipts r on r.id = d.receipt_id where r.reservation_id = ${reservation} order by d.created_at, d.type`,
    async reissueRejected() {
      const [document] = await sql`
        select id from public.fiscal_documents where state = 'rejected' order by finished_at desc limit 1`;
      await as(sql, cast.admin)`select public.reissue_fiscal_document(${String(document?.id)}, 'La DGII lo rechazó')`;
    },
  };
}

export type FiscalBooks = Awaited<ReturnType<typeof openFiscalBooks>>;

export async function setFaults(url: string, faults: readonly string[]): Promise<void> {
  const response = await fetch(`${url}/simulator/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults }),
  });
  expect(response.status).toBe(200);
}
