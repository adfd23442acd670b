import type { Sql } from 'postgres';
import type { Ticket } from './ticket-token.ts';
import type { TicketState } from './ticket-verdict.ts';

/** What a query says of a reservation. */
export type TicketRow = { zone: string; space: string; plate: string; from: Date; to: Date };

export const toTicketTimes = <Row extends TicketRow>(row: Row) => ({
  ...row,
  from: row.from.getTime(),
  to: row.to.getTime(),
});

/** What the database says of the reservation of a ticket now; null when it is gone. */
export async function readTicketState(sql: Sql, { reservation }: Ticket): Promise<TicketState | null> {
  const [row] = await sql<(TicketRow & { status: string })[]>`
    select status, zone, space, plate, start_time as from, end_time as to
    from public.state_of_ticket(${reservation})`;
  return row ? toTicketTimes(row) : null;
}
