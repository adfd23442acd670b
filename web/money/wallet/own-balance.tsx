import type { ReactNode } from 'react';
import { m } from '#messages';
import { formatDay, getClock } from '../../../domain/language/format.ts';
import { formatMoneyOf } from '../../../domain/money/money-of-cents.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { BalanceCard } from './balance-card.tsx';
import { type SeenBalance, seenBalanceStorage, useBalance } from './use-balance.ts';

/** The balance of a driver's wallet; without a connection the one that this device saw last. */
export function OwnBalance({ userId, children }: { userId: string; children?: ReactNode }) {
  const balance = useBalance(userId);
  const seen = balance.data === undefined && balance.isPaused ? seenBalanceStorage(userId).read() : null;
  if (seen !== null) return <LastSeen seen={seen} />;
  return (
    <QueryState query={balance} loading={<Skeleton className="h-44" />}>
      {(amount) => <BalanceCard balance={formatMoneyOf(amount)}>{children}</BalanceCard>}
    </QueryState>
  );
}

function LastSeen({ seen: { balance, at } }: { seen: SeenBalance }) {
  return (
    <BalanceCard balance={formatMoneyOf(balance)}>
      <p role="status">{m.wallet_balance_seen({ ...getClock(at), day: formatDay(at) })}</p>
    </BalanceCard>
  );
}
