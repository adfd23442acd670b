import { m } from '#messages';
import { formatCents } from '../../domain/money/cents.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { describeProblem } from '../../domain/problems.ts';
import { describeOverstay, type OverstayTerms } from '../../domain/zones/overstay.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { useOverstayQuote, useOwed } from './overstays.ts';

/** Says what it costs to stay longer, where it costs something, and what the driver owes for it. */
export const OverstayNote = ({ terms }: { terms: OverstayTerms | null | undefined }) => (
  <>
    {terms ? <p className="text-muted text-sm">{describeOverstay(terms)}</p> : null}
    <OwedNote />
  </>
);

/** Says what the driver owes. */
export function OwedNote() {
  const { data } = useOwed(useUser()?.id ?? null);
  return data ? (
    <p className="text-danger text-sm font-semibold">
      {describeProblem('overstay-owed', { missing: formatCents(data) })}
    </p>
  ) : null;
}

/** Says what a reservation that is over costs more if it ends now. */
export function OverstayCost({ reservation }: { reservation: string }) {
  const { data } = useOverstayQuote(reservation);
  return data ? <p className="text-danger font-semibold">{m.overstay_cost({ amount: formatMoney(data) })}</p> : null;
}
