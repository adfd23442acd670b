import { Hono } from 'hono';
import * as z from 'zod';
import { EARLIEST_ARRIVAL_MS } from '../../domain/reservations/times.ts';
import type { AppEnv, Caller } from '../../supabase-server/caller.ts';
import type { CallerPool } from '../../supabase-server/connections/pool.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { createRateLimiter, isWithinLimit } from '../../supabase-server/gotrue/limits/rate-limit.ts';
import { createRunner, type Run } from '../../supabase-server/postgrest/execute/run.ts';
import type { Config } from '../config/config.ts';
import { verifyAdmin } from '../http/account-rules.ts';
import { RATES } from '../http/public-paths.ts';
import type { Keys } from '../keys/keys.ts';
import {
  type CheckedTicket,
  createTicketTokens,
  judgeTicket,
  MAX_TOKEN_LENGTH,
  readTicketState,
  type Ticket,
  type Verdict,
} from './ticket.ts';

/** The address before the signed text is short. */
const MAX_TEXT_LENGTH = MAX_TOKEN_LENGTH + 512;

/** A scan that is sent again has the key of the first time. */
const bodySchema = z.object({ ticket: z.string().max(MAX_TEXT_LENGTH), scan: z.guid().optional() });
const TICKET_PATH = /\/ticket\/([^/?#]+)$/;

/** When the driver arrived, as the database writes it, and whether this scan marked it. */
const arrivalSchema = z.object({ arrived_at: z.string(), is_new: z.boolean() });
type Arrival = z.infer<typeof arrivalSchema>;

/** Rules of the database that a reservation may have broken between the check and the mark. */
const MEANWHILE = new Map<unknown, Verdict>([
  ['reservation-changed', 'changed'],
  ['no-such-reservation', 'cancelled'],
  ['arrival-too-late', 'over'],
  ['arrival-too-early', 'not-yet'],
]);

/** Marks the arrival as the administrator, whom the audit log names, for the reservation with the times that were judged. */
async function markArrival(
  run: Run,
  caller: Caller,
  { reservation, from, to, scan }: Ticket & { scan: string | undefined },
): Promise<Arrival | null> {
  const text = `
    select coalesce((
      select to_json(a) from public.reservations r, public.mark_arrival(r.id, r.start_time, r.end_time, nullif($4, '')::uuid) a
      where r.id = $1::uuid and r.start_time = to_timestamp($2::numeric / 1000) and r.end_time = to_timestamp($3::numeric / 1000)
    ), 'null')::text, 1, null`;
  const { body } = await run(
    { text, values: [reservation, `${from}`, `${to}`, scan ?? ''] },
    { caller, isReadOnly: false },
  );
  return arrivalSchema.nullable().parse(JSON.parse(body));
}

function mayArrive({ verdict, shown }: CheckedTicket, now: number): boolean {
  if (verdict === 'valid') return true;
  return verdict === 'not-yet' && shown !== null && now >= shown.from - EARLIEST_ARRIVAL_MS;
}

type TicketArrivalDependencies = {
  config: Config;
  keys: Keys;
  sql: Sql;
  callers: CallerPool;
  now?: (() => number) | undefined;
};

/** `POST /functions/v1/ticket-arrival` {ticket} judges a scanned ticket for an administrator and marks the arrival. */
export function createTicketArrival({
  config,
  keys,
  sql,
  callers,
  now = Date.now,
}: TicketArrivalDependencies): Hono<AppEnv> {
  const tokens = createTicketTokens(keys);
  const limiter = createRateLimiter(sql, config.rateLimit);
  const run = createRunner(callers.pool);

  async function judgeAndMark(ticket: Ticket, scan: string | undefined, caller: Caller) {
    const time = now();
    const checked = judgeTicket(ticket, await readTicketState(sql, ticket), time);
    const { verdict, shown } = checked;
    const { reservation } = ticket;
    if (shown === null || !mayArrive(checked, time)) return { verdict, shown, reservation, arrival: null };
    try {
      const arrival = await markArrival(run, caller, { ...shown, reservation, scan });
      return { verdict: arrival === null ? 'changed' : verdict, shown, reservation, arrival };
    } catch (error) {
      const meanwhile = MEANWHILE.get((error as { hint?: unknown }).hint);
      if (meanwhile === undefined) throw error;
      return { verdict: meanwhile, shown, reservation, arrival: null };
    }
  }

  return new Hono<AppEnv>().post('/ticket-arrival', async (c) => {
    const respondError = (status: 400 | 401 | 403 | 429, msg: string) => c.json({ code: status, msg }, status);
    c.header('cache-control', 'no-store');
    const caller = c.get('caller');
    const person = await verifyAdmin(sql, caller);
    if (person.kind === 'unknown') return respondError(401, 'Sign in to scan tickets');
    if (person.kind === 'not-admin') return respondError(403, 'Only an administrator scans tickets');
    const body = bodySchema.safeParse(await c.req.json().catch(() => null));
    if (!body.success) return respondError(400, 'The body takes {"ticket": "<the scanned text>", "scan": "<a UUID>"}');
    if (!(await isWithinLimit(limiter.consume(RATES.ticketScanByPerson, person.id)))) {
      return respondError(429, 'Too many tickets; try again later');
    }
    const token = TICKET_PATH.exec(body.data.ticket)?.[1];
    const ticket = token === undefined ? null : await tokens.verify(token);
    if (ticket === null) return c.json({ verdict: 'forged', shown: null, reservation: null, arrival: null });
    const { shown, ...checked } = await judgeAndMark(ticket, body.data.scan, caller);
    const { zone, space, plate, from, to } = shown ?? ticket;
    return c.json({ ...checked, shown: { zone, space, plate, from, to } });
  });
}
