import { m } from '#messages';
import { formatMoney } from '../../domain/reservations/money.ts';
import { BalanceCard } from '../money/wallet/balance-card.tsx';

/** Dollars; the same for everybody. */
const WALLET_BALANCE = 100;

const MASKED_CARD = '•••• •••• •••• 4242';

export function SampleBalance() {
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
