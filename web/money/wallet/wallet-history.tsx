import { clsx } from 'clsx';
import { ChevronRight, History } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { getInstallation } from '../../../domain/installation.ts';
import { joinFacts } from '../../../domain/language/format.ts';
import { toCents } from '../../../domain/money/cents.ts';
import { CHARGE_KINDS, type EntryKind } from '../../../domain/money/ledger.ts';
import { formatMoneyOf, formatMovement } from '../../../domain/money/money.ts';
import { paths } from '../../paths.ts';
import { DialogActions } from '../../ui/feedback/dialog-actions.tsx';
import { Modal } from '../../ui/feedback/modal.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { StatePanel } from '../../ui/feedback/state-panel.tsx';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { FilterField } from '../../ui/form/filter-field.tsx';
import { SummaryRow } from '../../ui/layout/summary-row.tsx';
import { formatDayAndTime } from '../../ui/platform/format-time.ts';
import { moneyKeys } from '../keys.ts';
import { PagedList } from '../paged-list.tsx';
import { type JoinedEntry, joinPaidCharges, useWalletEntries } from './wallet.ts';

const ENTRY_FILTERS = ['all', 'payments', 'reservations', 'refunds'] as const;

const sayPaidOutside = () => m.wallet_entry_paid_outside({ currency: getInstallation().currency ?? '' });

/** What moved the balance has a sign. */
const formatEntry = ({ amount, isPaidOutside }: JoinedEntry) =>
  isPaidOutside ? formatMoneyOf(toCents(-amount)) : formatMovement(amount);

type EntryFilter = (typeof ENTRY_FILTERS)[number];

const KINDS_OF: Record<EntryFilter, readonly EntryKind[] | null> = {
  all: null,
  payments: ['payment', 'second_capture', 'cash_payment', 'terminal_payment', 'transfer_payment'],
  reservations: CHARGE_KINDS,
  refunds: ['cancellation', 'reservation_refund', 'refund_requested', 'refund_failed'],
};

const FILTER_OPTIONS = ENTRY_FILTERS.map((value) => ({ value, label: m[`wallet_filter_${value}` as const]() }));

export function WalletHistory({ userId }: { userId: string }) {
  const [filter, setFilter] = useState<EntryFilter>('all');
  const [opened, setOpened] = useState<JoinedEntry | null>(null);
  const entries = useWalletEntries(userId, {
    kinds: KINDS_OF[filter],
    queryKey: moneyKeys.entries(userId, filter),
    problem: 'wallet-entries-not-loaded',
  });
  return (
    <section aria-labelledby="wallet-history" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="wallet-history" className="text-lg font-bold tracking-tight">
          {m.wallet_history()}
        </h2>
        <FilterField label={m.wallet_history_filter()} value={filter} options={FILTER_OPTIONS} onChange={setFilter} />
      </div>
      <PagedList
        pages={{ ...entries, rows: joinPaidCharges(entries.rows) }}
        loading={<SkeletonList label={m.wallet_history_loading()} shapes={['h-16', 'h-16', 'h-16']} />}
        empty={<NoEntries filter={filter} />}
        className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
        more={m.wallet_history_more()}
        size="normal"
      >
        {(entry) => (
          <li>
            <EntryRow entry={entry} onOpen={() => setOpened(entry)} />
          </li>
        )}
      </PagedList>
      {opened ? <EntryDialog entry={opened} onClose={() => setOpened(null)} /> : null}
    </section>
  );
}

function NoEntries({ filter }: { filter: EntryFilter }) {
  return filter === 'all' ? (
    <StatePanel icon={History} title={m.wallet_history_empty()} text={m.wallet_history_empty_text()} />
  ) : (
    <StatePanel icon={History} title={m.wallet_history_empty_filter()} />
  );
}

function EntryRow({ entry, onOpen }: { entry: JoinedEntry; onOpen: () => void }) {
  const { kind, amount, createdAt, isPaidOutside } = entry;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-3 transition-colors hover:bg-brand-wash"
    >
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <span className="flex min-w-0 flex-[1_1_8rem] flex-col">
          <span className="font-semibold">{m[`wallet_entry_${kind}` as const]()}</span>{' '}
          <span className="text-sm text-muted tabular-nums">
            {joinFacts(formatDayAndTime(createdAt), isPaidOutside && sayPaidOutside())}
          </span>
        </span>{' '}
        <span className={clsx('ml-auto shrink-0 font-bold tabular-nums', amount > 0 && 'text-positive')}>
          {formatEntry(entry)}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </button>
  );
}

/** What a driver tells the operator about a movement of money. */
function EntryDialog({ entry, onClose }: { entry: JoinedEntry; onClose: () => void }) {
  const { id, kind, reason, createdAt, paymentId } = entry;
  return (
    <Modal open onClose={onClose} title={m[`wallet_entry_${kind}` as const]()}>
      <dl className="divide-y divide-line">
        <SummaryRow label={m.payment_amount()} value={formatEntry(entry)} />
        {entry.isPaidOutside ? <SummaryRow label={m.payment_method()} value={sayPaidOutside()} /> : null}
        <SummaryRow label={m.wallet_entry_when()} value={formatDayAndTime(createdAt)} />
        {reason ? <SummaryRow label={m.wallet_entry_reason()} value={reason} /> : null}
        <SummaryRow label={m.payment_transaction()} value={id} />
      </dl>
      <DialogActions>
        {paymentId ? (
          <Link to={paths.payment(paymentId)} className={buttonClass()}>
            {m.wallet_entry_see_payment()}
          </Link>
        ) : null}
        <Button variant="secondary" onClick={onClose}>
          {m.action_close()}
        </Button>
      </DialogActions>
    </Modal>
  );
}
