import { m } from '#messages';
import { formatSigned } from '../../../domain/money/signed-amount.ts';
import { formatTime } from '../../ui/format-time.ts';
import { ENTRY_LABELS } from '../labels.ts';
import type { Charge } from './data.ts';

/** Each time money was taken for a reservation or given back. */
export function ChargeList({ charges }: { charges: readonly Charge[] }) {
  if (charges.length === 0) return null;
  return (
    <ul aria-label={m.money_charges()} className="divide-line divide-y">
      {charges.map(({ id, kind, createdAt, amount, reason }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <div className="min-w-0 flex-[1_1_12rem]">
            <span className="font-semibold">{ENTRY_LABELS[kind]}</span>{' '}
            <time dateTime={createdAt} className="text-muted text-sm whitespace-nowrap">
              {formatTime(createdAt)}
            </time>
            {reason === null ? null : <p className="text-muted text-sm wrap-anywhere">{reason}</p>}
          </div>
          <span className="ml-auto font-semibold tabular-nums">{formatSigned(amount)}</span>
        </li>
      ))}
    </ul>
  );
}
