import { CompactSign, compactVerify, createLocalJWKSet, errors, importJWK } from 'jose';
import * as z from 'zod';
import type { Sql } from '../../supabase-server/connections/sql.ts';
import type { Keys } from '../keys/keys.ts';

/** Tells tickets from access tokens, which the same keys sign. */
const TYPE = 'parqueo-ticket';
/** A ticket with the longest names has about 1,300 characters. */
export const MAX_TOKEN_LENGTH = 2048;
const MS_PER_SECOND = 1000;

const toSeconds = (ms: number) => Math.floor(ms / MS_PER_SECOND);

/** What a ticket says of a reservation; `from` and `to` in milliseconds since 1970. An open stay ends at 0. */
export type Ticket = { reservation: string; zone: string; space: string; plate: string; from: number; to: number };

/** The values have no names, as each letter makes the squares of the QR code smaller. Times are in seconds. */
const payloadSchema = z.tuple([z.uuid(), z.string(), z.string(), z.string(), z.int(), z.int()]).transform(
  ([reservation, zone, space, plate, from, to]): Ticket => ({
    reservation,
    zone,
    space,
    plate,
    from: from * MS_PER_SECOND,
    to: to * MS_PER_SECOND,
  }),
);

/** Signs tickets with the first key and verifies them with all, as access tokens are. A ticket can be read by anybody. */
export function createTicketTokens({ signingKeys }: Pick<Keys, 'signingKeys'>) {
  const [first] = signingKeys;
  const signingKey = importJWK(first, 'ES256');
  const keySet = createLocalJWKSet({
    keys: signingKeys.map(({ kty, crv, x, y, kid }) => ({ kty, crv, x, y, kid, alg: 'ES256' })),
  });
  return {
    async sign({ reservation, zone, space, plate, from, to }: Ticket): Promise<string> {
      const payload = JSON.stringify([reservation, zone, space, plate, toSeconds(from), toSeconds(to)]);
      return new CompactSign(new TextEncoder().encode(payload))
        .setProtectedHeader({ alg: 'ES256', typ: TYPE, kid: first.kid })
        .sign(await signingKey);
    },
    /** The ticket that this server signed, whenever it was valid; null for any other text. */
    async verify(token: string): Promise<Ticket | null> {
      if (token.length > MAX_TOKEN_LENGTH) return null;
      try {
        const { payload, protectedHeader } = await compactVerify(token, keySet, { algorithms: ['ES256'] });
        if (protectedHeader.typ !== TYPE) return null;
        return payloadSchema.parse(JSON.parse(new TextDecoder().decode(payload)));
      } catch (error) {
        if (error instanceof errors.JOSEError || error instanceof z.ZodError || error instanceof SyntaxError)
          return null;
        throw error;
      }
    },
  };
}

/** The columns that queries return for a ticket. */
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

/** What the database says of a reservation now. */
type TicketState = Omit<Ticket, 'reservation'> & { status: string };

/**
 * `forged` is any text that this server did not sign; `over` a reservation that has passed or was ended; `not-checked` a ticket that
 * came after too many others.
 */
export type Verdict = 'valid' | 'not-yet' | 'over' | 'cancelled' | 'changed' | 'forged' | 'not-checked';

export type CheckedTicket = {
  verdict: Verdict;
  /** What the page shows; null for a ticket that is forged or was not checked. */
  shown: Omit<Ticket, 'reservation'> | null;
  /** False when the database did not respond, so that only the signature and the clock decide. */
  isChecked: boolean;
};

function judgeTimes({ from, to }: Pick<Ticket, 'from' | 'to'>, now: number): 'valid' | 'not-yet' | 'over' {
  if (now < from) return 'not-yet';
  return to === 0 || now < to ? 'valid' : 'over';
}

function isChanged(ticket: Ticket, state: TicketState): boolean {
  return (
    ticket.zone !== state.zone ||
    ticket.space !== state.space ||
    ticket.plate !== state.plate ||
    toSeconds(ticket.from) !== toSeconds(state.from) ||
    toSeconds(ticket.to) !== toSeconds(state.to)
  );
}

/**
 * Judges a ticket with a valid signature.
 * @param state undefined without a response of the database, null when the reservation is gone
 * @param now in milliseconds since 1970
 */
export function judgeTicket(ticket: Ticket, state: TicketState | null | undefined, now: number): CheckedTicket {
  if (state === undefined) return { verdict: judgeTimes(ticket, now), shown: ticket, isChecked: false };
  if (state === null || state.status === 'cancelled') return { verdict: 'cancelled', shown: ticket, isChecked: true };
  if (state.status !== 'active') return { verdict: 'over', shown: state, isChecked: true };
  const times = judgeTimes(state, now);
  // The present values count: an older ticket of a reservation that was extended or moved says so.
  const verdict = isChanged(ticket, state) && times !== 'over' ? 'changed' : times;
  return { verdict, shown: state, isChecked: true };
}
