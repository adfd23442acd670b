import { Hono } from 'hono';
import pTimeout from 'p-timeout';
import type { Sql } from 'postgres';
import * as z from 'zod';
import { extractLocaleFromRequest } from '#language';
import type { AppEnv } from '../../supabase-server/caller.ts';
import { AuthError } from '../../supabase-server/gotrue/auth-error.ts';
import { createRateLimiter, type Limit } from '../../supabase-server/gotrue/limits/rate-limit.ts';
import { findSessionPerson, type SessionPerson } from '../../supabase-server/gotrue/sessions/find-session-person.ts';
import type { Config } from '../config.ts';
import type { Keys } from '../keys/open-keys.ts';
import { renderTicketPage, TICKET_PAGE_POLICY } from './ticket-page.ts';
import { readTicketState, type TicketRow, toTicketTimes } from './ticket-state.ts';
import { createTicketTokens, type Ticket } from './ticket-token.ts';
import { type CheckedTicket, judgeTicket } from './ticket-verdict.ts';

/** Attendants of a car park may share a network. */
const CHECKS_BY_NETWORK: Limit = { name: 'ticket-check', hits: 600, seconds: 300 };
const TICKETS_BY_DRIVER: Limit = { name: 'ticket', hits: 120, seconds: 3600 };
/** An attendant on a bad connection rather reads what the signature proves than waits. */
const CHECK_TIMEOUT_MS = 3000;

const bodySchema = z.object({ reservation: z.uuid() });

async function findTicket(sql: Sql, reservation: string, { id, assurance }: SessionPerson) {
  const [row] = await sql<TicketRow[]>`
    select zone, space, plate, start_time as from, end_time as to
    from public.ticket_of_reservation(${reservation}, ${id}, ${assurance})`;
  return row ? { reservation, ...toTicketTimes(row) } : null;
}

type TicketsDependencies = { config: Config; keys: Keys; sql: Sql; now?: (() => number) | undefined };

/** `POST /functions/v1/ticket` {reservation} makes the ticket of a driver's own reservation. */
export function createTicketFunction({ config, keys, sql }: TicketsDependencies): Hono<AppEnv> {
  const tokens = createTicketTokens(keys);
  const limiter = createRateLimiter(sql, config.rateLimit);
  return new Hono<AppEnv>().post('/ticket', async (c) => {
    const respondError = (status: 400 | 401 | 404 | 429, msg: string) => c.json({ code: status, msg }, status);
    c.header('cache-control', 'no-store');
    const person = await findSessionPerson(sql, c.get('caller'));
    if (person === null) return respondError(401, 'Sign in to get a ticket');
    const body = bodySchema.safeParse(await c.req.json().catch(() => null));
    if (!body.success) return respondError(400, 'The body takes {"reservation": "<its id>"}');
    try {
      await limiter.consume(TICKETS_BY_DRIVER, person.id);
    } catch (error) {
      if (error instanceof AuthError) return respondError(429, 'Too many tickets; try again later');
      throw error;
    }
    const ticket = await findTicket(sql, body.data.reservation, person);
    if (ticket === null) return respondError(404, 'There is no such active reservation of yours');
    return c.json({ address: `${config.publicUrl}/ticket/${await tokens.sign(ticket)}` });
  });
}

type Reply = { status: 200 | 404 | 429; checked: CheckedTicket; retryAfterSeconds?: number | undefined };

const FORGED: Reply = { status: 404, checked: { verdict: 'forged', shown: null, isChecked: true } };
const NOT_CHECKED: CheckedTicket = { verdict: 'not-checked', shown: null, isChecked: false };

/** `GET /ticket/<signed text>`, the page that a scanned ticket opens. */
export function createTicketPages({ config, keys, sql, now = Date.now }: TicketsDependencies): Hono<AppEnv> {
  const tokens = createTicketTokens(keys);
  const limiter = createRateLimiter(sql, config.rateLimit);
  return new Hono<AppEnv>().get('/ticket/:token', async (c) => {
    /** The database is asked only about tickets that this server signed. */
    const check = async (ticket: Ticket): Promise<Reply> => {
      const state = limiter.consumeNetwork(CHECKS_BY_NETWORK, c).then(() => readTicketState(sql, ticket));
      try {
        const present = await pTimeout(state, { milliseconds: CHECK_TIMEOUT_MS });
        return { status: 200, checked: judgeTicket(ticket, present, now()) };
      } catch (error) {
        // The signature alone would show a cancelled ticket as valid to whoever uses the limit up before.
        if (error instanceof AuthError) {
          return { status: 429, checked: NOT_CHECKED, retryAfterSeconds: error.retryAfterSeconds };
        }
        c.get('log')?.warn({ err: error }, 'a ticket was judged by its signature alone');
        return { status: 200, checked: judgeTicket(ticket, undefined, now()) };
      }
    };
    const ticket = await tokens.verify(c.req.param('token'));
    const { status, checked, retryAfterSeconds } = ticket === null ? FORGED : await check(ticket);
    if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds));
    c.header('content-security-policy', TICKET_PAGE_POLICY);
    c.header('referrer-policy', 'no-referrer');
    c.header('cache-control', 'no-store');
    c.header('x-robots-tag', 'noindex, nofollow');
    c.header('vary', 'cookie, accept-language', { append: true });
    return c.html(renderTicketPage(checked, now(), extractLocaleFromRequest(c.req.raw)), status);
  });
}
