import { m } from '#messages';
import { formatMoney } from '../../domain/reservations/money.ts';
import { BalanceCard } from '../money/wallet/balance-card.tsx';
import { PaymentPicker } from '../money/wallet/payment-picker.tsx';
import { SampleWalletRows } from './sample-wallet-rows.tsx';

/** The wallet with its sample balance and what it will have one day. */
export function SampleWallet({ userId }: { userId: string | null }) {
  return (
    <>
      <div className="flex flex-col gap-3">
        <SampleBalance />
      </div>
      <PaymentPicker key={userId} userId={userId} />
      <SampleWalletRows />
    </>
  );
}

/** In the operator's currency; the same for everybody. */
const WALLET_BALANCE = 100;

const MASKED_CARD = '•••• •••• •••• 4242';

function SampleBalance() {
  return (
    <>
      <BalanceCard balance={formatMoney(WALLET_BALANCE)}>
        <p className="text-lg font-semibold tracking-wider tabular-nums">
          <span aria-hidden="true">{MASKED_CARD}</span>
          <span className="sr-only">{m.wallet_card_ending({ digits: MASKED_CARD.slice(-4) })}</span>
        </p>
      </BalanceCard>
      <p className="text-sm text-muted">{m.wallet_sample_note()}</p>
    </>
  );
}
