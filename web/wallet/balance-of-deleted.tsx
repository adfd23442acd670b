import { Wallet } from 'lucide-react';
import { m } from '#messages';
import { formatMoneyOf } from '../../domain/money/money-of-cents.ts';
import { useBalance } from './use-balance.ts';

/** What happens to the wallet of an account that is deleted; nothing for an empty one. */
export function BalanceOfDeleted({ userId }: { userId: string }) {
  const balance = useBalance(userId).data ?? 0;
  if (balance === 0) return null;
  return (
    <p className="flex gap-2 rounded-control bg-danger-wash p-3 text-sm font-semibold text-danger">
      <Wallet aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0">{m.delete_account_balance({ amount: formatMoneyOf(balance) })}</span>
    </p>
  );
}
