import { m } from '#messages';
import { formatDollars } from '../../domain/reservations/money.ts';
import { MASKED_CARD, WALLET_BALANCE } from '../../domain/reservations/payment.ts';

/** The balance of the wallet, drawn as a credit card. */
export function BalanceCard() {
  return (
    <section
      aria-label={m.wallet_balance()}
      className="flex min-h-44 flex-col justify-between gap-6 rounded-card bg-brand p-5 text-on-brand"
    >
      <div>
        <p className="font-semibold">{m.wallet_balance_title()}</p>
        <p className="text-4xl font-extrabold tracking-tight tabular-nums">{formatDollars(WALLET_BALANCE)}</p>
      </div>
      <p className="text-lg font-semibold tracking-wider tabular-nums">
        <span aria-hidden="true">{MASKED_CARD}</span>
        <span className="sr-only">{m.wallet_card_ending({ digits: MASKED_CARD.slice(-4) })}</span>
      </p>
    </section>
  );
}
