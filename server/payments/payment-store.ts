import type { Sql } from 'postgres';
import { createPaymentStore, type PaymentStore } from '../../supabase/functions/payments/payment-store.ts';

/** The store of payments over a connection of the database's owner. */
export function createDatabasePaymentStore(sql: Sql): PaymentStore {
  const call = (name: string, args: Record<string, unknown>) => {
    const named = Object.entries(args).map(([key, value]) => sql`${sql(key)} => ${value as string}`);
    const list = named.reduce((before, argument) => sql`${before}, ${argument}`);
    return sql`${sql(`public.${name}`)}(${list})`;
  };
  return createPaymentStore({
    async value(name, args) {
      const [row] = await sql`select ${call(name, args)} as value`;
      return row?.value;
    },
    async rows(name, args) {
      const rows = await sql`select to_jsonb(f) as row from ${call(name, args)} as f`;
      return rows.map(({ row }) => row).filter((row) => row !== null);
    },
  });
}
