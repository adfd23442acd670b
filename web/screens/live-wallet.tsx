import { clsx } from 'clsx';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { usePublicSettings } from '../data/public-settings.ts';
import { MethodsProblem, usePaymentMethods } from '../money/payments/payment-choice.tsx';
import { useSavedCards } from '../money/payments/saved-card.ts';
import { SavedCardList } from '../money/payments/saved-card-list.tsx';
import { TopUpDialog } from '../money/payments/top-up/top-up-dialog.tsx';
import { OwnBalance } from '../money/wallet/own-balance.tsx';
import { WalletHistory } from '../money/wallet/wallet-history.tsx';
import { Button } from '../ui/button.tsx';

/** A driver's money: whose it is, the balance, cards, and what moved it. */
export function LiveWallet({ userId, email }: { userId: string; email: string }) {
  const queries = { methods: usePaymentMethods(), cards: useSavedCards(userId) };
  const methods = queries.methods.data ?? [];
  // The history stands below the cards, and does not move when they arrive.
  const isUnsettled = Object.values(queries).some(({ isLoading, failureCount }) => isLoading && failureCount === 0);
  const isCharged = usePublicSettings()?.chargesDrivers ?? true;
  return (
    <>
      <div className="flex flex-col gap-3">
        {/* Whoever adds money sees whose account it goes to. */}
        <p className="text-sm text-muted wrap-anywhere">{m.wallet_owner({ email })}</p>
        <OwnBalance userId={userId}>{isCharged && methods.length > 0 ? <TopUp userId={userId} /> : null}</OwnBalance>
      </div>
      {isCharged ? <MethodsProblem /> : null}
      <div className={clsx('flex flex-col gap-6', isUnsettled && 'invisible')}>
        <SavedCardList userId={userId} takesCards={methods.includes('card')} />
        <WalletHistory userId={userId} />
      </div>
    </>
  );
}

function TopUp({ userId }: { userId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="dark" className="self-start" onClick={() => setIsOpen(true)}>
        <Plus aria-hidden="true" className="size-5" />
        {m.top_up_open()}
      </Button>
      <TopUpDialog userId={userId} open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
