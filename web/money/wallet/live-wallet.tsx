import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { formatDay, getClock } from '../../../domain/language/format.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { useChargesDrivers } from '../../data/public-settings.ts';
import { DialogButton } from '../../ui/feedback/dialog-button.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { MethodsProblem, usePaymentMethods } from '../payments/payment-choice.tsx';
import { SavedCardList, useSavedCards } from '../payments/saved-card-list.tsx';
import { TopUpDialog } from '../payments/top-up-form.tsx';
import { seenBalanceStorage, useBalance } from './wallet.ts';
import { WalletHistory } from './wallet-history.tsx';

export function LiveWallet({ userId, email }: { userId: string; email: string }) {
  const queries = { methods: usePaymentMethods(), cards: useSavedCards(userId) };
  const methods = queries.methods.data ?? [];
  // The history stands below the cards, and does not move when they arrive.
  const isUnsettled = Object.values(queries).some(({ isLoading, failureCount }) => isLoading && failureCount === 0);
  const isCharged = useChargesDrivers();
  return (
    <>
      <div className="flex flex-col gap-3">
        {/* Whoever adds money sees whose account it goes to. */}
        <p className="text-sm text-muted wrap-anywhere">{m.wallet_owner({ email })}</p>
        <OwnBalance userId={userId}>
          {isCharged && methods.length > 0 ? (
            <DialogButton variant="dark" size="normal" className="self-start" icon={Plus} label={m.top_up_open()}>
              {(close) => <TopUpDialog userId={userId} onClose={close} />}
            </DialogButton>
          ) : null}
        </OwnBalance>
      </div>
      {isCharged ? <MethodsProblem /> : null}
      <div className={clsx('flex flex-col gap-6', isUnsettled && 'invisible')}>
        <SavedCardList userId={userId} takesCards={methods.includes('card')} />
        <WalletHistory userId={userId} />
      </div>
    </>
  );
}

/** The balance of a driver's wallet; without a connection the one that this device saw last. */
function OwnBalance({ userId, children }: { userId: string; children?: ReactNode }) {
  const balance = useBalance(userId);
  const seen = balance.data === undefined && balance.isPaused ? seenBalanceStorage(userId).read() : null;
  if (seen !== null) {
    return (
      <BalanceCard balance={formatMoneyOf(seen.balance)}>
        <p role="status">{m.wallet_balance_seen({ ...getClock(seen.at), day: formatDay(seen.at) })}</p>
      </BalanceCard>
    );
  }
  return (
    <QueryState query={balance} loading={<Skeleton className="h-44" />}>
      {(amount) => <BalanceCard balance={formatMoneyOf(amount)}>{children}</BalanceCard>}
    </QueryState>
  );
}

export function BalanceCard({ balance, children }: { balance: ReactNode; children?: ReactNode }) {
  return (
    <section
      aria-label={m.wallet_balance()}
      className="flex min-h-44 flex-col justify-between gap-6 rounded-card bg-brand p-5 text-on-brand"
    >
      <div>
        <p className="font-semibold">{m.wallet_balance_title()}</p>
        <p className="text-[min(2.25rem,15vw)] leading-tight font-extrabold tracking-tight tabular-nums">{balance}</p>
      </div>
      {children}
    </section>
  );
}
