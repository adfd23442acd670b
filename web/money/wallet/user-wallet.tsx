import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { formatMoneyOf, formatMovement } from '../../../domain/money/money.ts';
import { DataAge } from '../../ui/feedback/data-age.tsx';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { moneyKeys } from '../keys.ts';
import { EntryItem, PagedList } from '../paged-list.tsx';
import { ProposedCorrections } from '../proposed-corrections.tsx';
import { AdjustmentDialog } from './adjustment-dialog.tsx';
import { TopUps } from './top-ups.tsx';
import { loadBalance, useWalletEntries } from './wallet.ts';

export function UserWallet({ userId }: { userId: string }) {
  const balance = useQuery({
    queryKey: moneyKeys.wallet(userId, 'balance'),
    queryFn: ({ signal }) => loadBalance(userId, { problem: 'money-not-loaded', signal }),
  });
  return (
    <div className="flex flex-col gap-4">
      <QueryState
        query={balance}
        failedText={m.problem_wallet_not_loaded()}
        loading={<SkeletonList label={m.money_wallet_loading()} shapes={['h-20']} />}
      >
        {(amount) => (
          <div className="border-line flex flex-wrap items-center justify-between gap-3 rounded-card border p-4">
            <p className="flex flex-col">
              <span className="text-muted text-sm font-semibold">{m.wallet_balance_title()}</span>
              <span className="text-2xl font-bold tabular-nums">{formatMoneyOf(amount)}</span>
            </p>
            <DialogButton label={m.money_adjust_action()}>
              {(close) => <AdjustmentDialog userId={userId} balance={amount} onClose={close} />}
            </DialogButton>
          </div>
        )}
      </QueryState>
      <ProposedCorrections userId={userId} />
      {balance.data === undefined ? null : <TopUps userId={userId} balance={balance.data} />}
      <Entries userId={userId} />
    </div>
  );
}

function Entries({ userId }: { userId: string }) {
  const entries = useWalletEntries(userId, {
    kinds: null,
    queryKey: moneyKeys.wallet(userId, 'entries'),
    problem: 'money-not-loaded',
  });
  return (
    <section aria-label={m.money_wallet_entries()} className="flex flex-col gap-3">
      <h3 className="font-bold">{m.money_wallet_entries()}</h3>
      <PagedList
        pages={entries}
        failedText={m.problem_wallet_not_loaded()}
        loading={<SkeletonList label={m.money_wallet_loading()} shapes={['h-12', 'h-12', 'h-12']} />}
        empty={<p className="text-muted">{m.money_wallet_empty()}</p>}
        label={m.money_wallet_entries()}
        className="divide-line divide-y"
        more={m.money_wallet_more()}
      >
        {(entry) => <EntryItem {...entry} amount={formatMovement(entry.amount)} isIncome={entry.amount > 0} />}
      </PagedList>
      <DataAge query={entries.list} />
    </section>
  );
}
