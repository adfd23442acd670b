import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../domain/reservations/money.ts';
import { QueryState } from '../ui/query-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { BalanceCard } from './balance-card.tsx';
import { loadBalance } from './data.ts';

export function OwnBalance({ userId }: { userId: string }) {
  const balance = useQuery({ queryKey: ['wallet-balance', userId], queryFn: () => loadBalance(userId) });
  return (
    <QueryState query={balance} loading={<Skeleton className="h-44" />}>
      {(amount) => <BalanceCard balance={formatMoney(amount)} />}
    </QueryState>
  );
}
