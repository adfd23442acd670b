import type { Sql, TransactionSql } from 'postgres';
import { type FaultPlan, faultPlanSchema, NO_FAULTS } from './faults.ts';

/** A year is more than every limit of the providers. */
export const MAX_CLOCK_OFFSET_SECONDS = 366 * 86_400;

export type SimulatorSettings = ReturnType<typeof createSimulatorSettings>;

type Row = { seconds: number; every: unknown };

/** The clock and the faults of all simulators on a database. */
export function createSimulatorSettings(sql: Sql, systemNow: () => Date) {
  return {
    /** The simulated time, and the faults of every call. */
    async load(): Promise<{ now: Date; everyFaults: FaultPlan }> {
      const [row] = await sql<Row[]>`
        select clock_offset_seconds as seconds, every_faults as every from parqueo_server.payment_simulator`;
      const now = systemNow();
      if (row === undefined) return { now, everyFaults: NO_FAULTS };
      return { now: new Date(now.getTime() + row.seconds * 1000), everyFaults: faultPlanSchema.parse(row.every) };
    },
    async setClockOffset(seconds: number): Promise<void> {
      await sql`
        insert into parqueo_server.payment_simulator (clock_offset_seconds) values (${seconds})
        on conflict (is_only_row) do update set clock_offset_seconds = excluded.clock_offset_seconds`;
    },
    async setFaults(target: 'next' | 'every', plan: FaultPlan): Promise<void> {
      const column = sql(target === 'next' ? 'next_faults' : 'every_faults');
      await sql`
        insert into parqueo_server.payment_simulator (${column}) values (${sql.json(plan)})
        on conflict (is_only_row) do update set ${column} = excluded.${column}`;
    },
  };
}

/** The faults for the next order, which are for one order only. */
export async function takeNextFaults(tx: Sql | TransactionSql): Promise<FaultPlan> {
  const [row] = await tx<{ faults: unknown }[]>`
    with taken as (select next_faults from parqueo_server.payment_simulator for update)
    update parqueo_server.payment_simulator set next_faults = '{}' from taken
    where taken.next_faults <> '{}' returning taken.next_faults as faults`;
  return row ? faultPlanSchema.parse(row.faults) : NO_FAULTS;
}
