import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { m } from '#messages';
import { formatClock, formatDay } from '../../../domain/language/format.ts';
import { formatMovement } from '../../../domain/money/signed-amount.ts';
import { ENTRY_LABELS } from './entry-labels.ts';
import type { WalletEntry } from './wallet-entry.ts';

type EntryRowProps = { entry: WalletEntry; onOpen: () => void };

/** What moved money, when and how much; opens its details. */
export function EntryRow({ entry: { kind, amount, createdAt }, onOpen }: EntryRowProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-3 transition-colors hover:bg-brand-wash"
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-semibold">{ENTRY_LABELS[kind]}</span>{' '}
        <span className="text-sm text-muted tabular-nums">
          {m.day_and_time({ day: formatDay(createdAt), time: formatClock(createdAt) })}
        </span>
      </span>{' '}
      <span className={clsx('shrink-0 font-bold tabular-nums', amount > 0 && 'text-positive')}>
        {formatMovement(amount)}
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </button>
  );
}
