import type { Ticket } from './ticket-token.ts';

/** What the database says of a reservation now. */
export type TicketState = Omit<Ticket, 'reservation'> & { status: string };

/**
 * `forged` is any text that this server did not sign; `over` a reservation that has passed or was ended; `not-checked` a ticket that
 * came after too many others.
 */
export type Verdict = 'valid' | 'not-yet' | 'over' | 'cancelled' | 'changed' | 'forged' | 'not-checked';

export type CheckedTicket = {
  verdict: Verdict;
  /** What the page shows; null for a ticket that is forged or was not checked. */
  shown: Omit<Ticket, 'reservation'> | null;
  /** False without the present state: when the database did not respond, only the signature and the clock speak. */
  isChecked: boolean;
};

function judgeTimes({ from, to }: Pick<Ticket, 'from' | 'to'>, now: number): 'valid' | 'not-yet' | 'over' {
  if (now < from) return 'not-yet';
  return now < to ? 'valid' : 'over';
}

const toSeconds = (ms: number) => Math.floor(ms / 1000);

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
