import { m } from '#messages';
import { formatSigned } from '../../../domain/money/signed-amount.ts';
import { EntryText } from '../entry-text.tsx';
import type { Charge } from './data.ts';

/** Each time money was taken for a reservation or given back. */
export function ChargeList({ charges }: { charges: readonly Charge[] }) {
  if (charges.length === 0) return null;
  return (
    <ul aria-label={m.money_charges()} className="divide-line divide-y">
      {charges.map(({ id, kind, createdAt, amount, reason }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <EntryText kind={kind} createdAt={createdAt} reason={reason} />
          <span className="ml-auto font-semibold tabular-nums">{formatSigned(amount)}</span>
        </li>
      ))}
    </ul>
  );
}
