import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import pTimeout from 'p-timeout';
import { renderSVG } from 'uqr';
import * as z from 'zod';
import { extractLocaleFromRequest } from '#language';
import { m } from '#messages';
import { keepTogether, MOMENT_IN_COUNTRY, toRules } from '../../domain/language/format.ts';
import type { Language } from '../../domain/language/languages.ts';
import type { AppEnv } from '../../supabase-server/caller.ts';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import { AuthError } from '../../supabase-server/gotrue/auth-error.ts';
import { createRateLimiter, isWithinLimit } from '../../supabase-server/gotrue/limits/rate-limit.ts';
import type { SessionPerson } from '../../supabase-server/gotrue/sessions/require-session.ts';
import type { Config } from '../config/config.ts';
import { findActingPerson } from '../http/account-rules.ts';
import { findStyleSource, renderPage } from '../http/page.ts';
import { RATES } from '../http/public-paths.ts';
import type { Keys } from '../keys/keys.ts';
import {
  type CheckedTicket,
  createTicketTokens,
  judgeTicket,
  readTicketState,
  type Ticket,
  type TicketRow,
  toTicketTimes,
  type Verdict,
} from './ticket.ts';

const STYLE = `
:root{--good:#0b6b3a;--soon:#8a4b00}
@media (prefers-color-scheme:dark){:root{--good:#12804a;--soon:#9a5600;--bad:#c0202f}}
body{font-size:18px;line-height:1.45}
main{max-width:30rem}
header{padding:1.25rem;border-radius:1rem;color:#fff;background:var(--bad)}
header.valid{background:var(--good)}header.not-yet,header.changed,header.not-checked{background:var(--soon)}
h1{margin:0;font-size:1.75rem;line-height:1.2}header p{margin:.35rem 0 0}
dl{margin:1rem 0 0;padding:.25rem 1.25rem;border:1px solid var(--line);border-radius:1rem;background:var(--surface)}
div{padding:.75rem 0;border-top:1px solid var(--line)}div:first-child{border-top:0}
dt{color:var(--muted);font-size:.9rem}dd{margin:0;font-size:1.25rem;font-weight:700;overflow-wrap:anywhere}
dd.plate{font-size:2rem;letter-spacing:.05em}
svg{display:block;width:16rem;max-width:100%;margin:1rem auto 0;border-radius:.5rem}
.note{margin:1rem 0 0;color:inherit;padding:.75rem 1rem;border:1px solid var(--soon);border-radius:1rem}
footer{margin:1rem 0;color:var(--muted);font-size:.9rem}
`;

/** The page needs nothing but itself, so that it opens on a bad connection and can load nothing else. */
const TICKET_PAGE_POLICY = `default-src 'none'; style-src ${findStyleSource(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const TEXTS: Record<Verdict, Texts> = {
  valid: { mark: '✓', title: m.ticket_valid, text: m.ticket_valid_text },
  'not-yet': { mark: '◷', title: m.ticket_not_yet, text: m.ticket_not_yet_text },
  over: { mark: '✕', title: m.ticket_over, text: m.ticket_over_text },
  cancelled: { mark: '✕', title: m.ticket_cancelled, text: m.ticket_cancelled_text },
  changed: { mark: '↻', title: m.ticket_changed, text: m.ticket_changed_text },
  forged: { mark: '✕', title: m.ticket_forged, text: m.ticket_forged_text },
  'not-checked': { mark: '?', title: m.ticket_not_checked, text: m.ticket_not_checked_text },
};

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

/** `POST /functions/v1/ticket` {reservation} makes the ticket of a driver's own reservation, or of any for an administrator. */
export function createTicketFunction({ config, keys, sql }: TicketsDependencies): Hono<AppEnv> {
  const tokens = createTicketTokens(keys);
  const limiter = createRateLimiter(sql, config.rateLimit);
  return new Hono<AppEnv>().post('/ticket', async (c) => {
    const respondError = (status: 400 | 401 | 404 | 429, msg: string) => c.json({ code: status, msg }, status);
    c.header('cache-control', 'no-store');
    const person = await findActingPerson(sql, c.get('caller'));
    if (person === null) return respondError(401, 'Sign in to get a ticket');
    const body = bodySchema.safeParse(await c.req.json().catch(() => null));
    if (!body.success) return respondError(400, 'The body takes {"reservation": "<its id>"}');
    if (!(await isWithinLimit(limiter.consume(RATES.ticketByPerson, person.id)))) {
      return respondError(429, 'Too many tickets; try again later');
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
      const state = limiter.consumeNetwork(RATES.ticketCheckByNetwork, c).then(() => readTicketState(sql, ticket));
      try {
        const present = await pTimeout(state, { milliseconds: CHECK_TIMEOUT_MS });
        return { status: 200, checked: judgeTicket(ticket, present, now()) };
      } catch (error) {
        // The signature alone would show a cancelled ticket as valid, and anybody could cause that by using up the limit first.
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
    const address = `${config.publicUrl}/ticket/${c.req.param('token')}`;
    return c.html(renderTicketPage(checked, address, now(), extractLocaleFromRequest(c.req.raw)), status);
  });
}

type Texts = { mark: string; title: (typeof m)['ticket_valid']; text: (typeof m)['ticket_valid_text'] };

function formatTime(ms: number, locale: Language): string {
  return keepTogether(new Intl.DateTimeFormat(toRules(locale), MOMENT_IN_COUNTRY).format(ms));
}

/**
 * The page that a scanned ticket opens: no names, no script, nothing to load. It has the code, for a driver who was sent its address
 * or got it on paper.
 */
function renderTicketPage(
  { verdict, shown, isChecked }: CheckedTicket,
  address: string,
  now: number,
  locale: Language,
) {
  const { mark, title, text } = TEXTS[verdict];
  const row = (label: string, value: string, className = '') =>
    value === '' ? '' : html`<div><dt>${label}</dt><dd class="${className}">${value}</dd></div>`;
  const body = html`<header class="${verdict}"><h1><span aria-hidden="true">${mark}</span> ${title({}, { locale })}</h1><p>${text({}, { locale })}</p></header>
${
  shown === null
    ? ''
    : html`<dl>${row(m.vehicle_plate({}, { locale }), shown.plate, 'plate')}${row(
        m.ticket_space({}, { locale }),
        shown.space,
      )}${row(m.field_zone({}, { locale }), shown.zone)}${row(
        m.ticket_from({}, { locale }),
        formatTime(shown.from, locale),
      )}${row(m.ticket_to({}, { locale }), shown.to === 0 ? m.stay_open({}, { locale }) : formatTime(shown.to, locale))}</dl>`
}
${verdict === 'valid' || verdict === 'not-yet' ? raw(renderSVG(address, { ecc: 'L', border: 4 })) : ''}
${isChecked || shown === null ? '' : html`<p class="note" role="status">${m.ticket_unchecked({}, { locale })}</p>`}
${
  verdict === 'not-checked'
    ? ''
    : html`<footer>${m.ticket_checked_at({ time: formatTime(now, locale) }, { locale })}</footer>`
}`;
  return renderPage({ locale, title: title({}, { locale }), style: STYLE, body });
}
