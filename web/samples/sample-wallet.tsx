import { BanknoteArrowDown, CreditCard, HandCoins, History, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { formatMoney } from '../../domain/money/money.ts';
import type { PaymentMethod } from '../../domain/reservations/reservation.ts';
import { useUser } from '../account/session/session-provider.tsx';
import { preferredPaymentStorage, readPreferredPayment } from '../money/payments/driver-payment.tsx';
import { BalanceCard } from '../money/wallet/live-wallet.tsx';
import { paths } from '../paths.ts';
import { FormSection } from '../ui/form/form-section.tsx';
import { Badge } from '../ui/layout/badge.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { SampleMethods } from './sample-reserve.tsx';

/** The wallet with its sample balance and the list of features to come. */
export function SampleWalletScreen() {
  const userId = useUser()?.id ?? null;
  return (
    <div className="mx-auto flex w-full max-w-lg flex-col gap-3 px-4 pb-8">
      <ScreenHeader title={m.wallet_title()} back={{ to: paths.account, label: m.action_back_to_account() }} />
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-3">
          <BalanceCard balance={formatMoney(WALLET_BALANCE)}>
            <p className="text-lg font-semibold tracking-wider tabular-nums">
              <span aria-hidden="true">{MASKED_CARD}</span>
              <span className="sr-only">{m.wallet_card_ending({ digits: MASKED_CARD.slice(-4) })}</span>
            </p>
          </BalanceCard>
          <p className="text-sm text-muted">{m.wallet_sample_note()}</p>
        </div>
        <PaymentPicker key={userId} userId={userId} />
        <ul
          aria-label={m.wallet_options()}
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
        >
          {ROWS.map((row) => (
            <Row key={row.label} {...row} />
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Future functions of the wallet. The rows do nothing yet and say so. */
const ROWS: readonly { label: string; icon: LucideIcon }[] = [
  { label: m.wallet_add_card(), icon: CreditCard },
  { label: m.wallet_add_paypal(), icon: HandCoins },
  { label: m.wallet_get_paid(), icon: BanknoteArrowDown },
  { label: m.wallet_payment_history(), icon: History },
];

/** In the operator's currency; the same for everybody. */
const WALLET_BALANCE = 100;

const MASKED_CARD = '•••• •••• •••• 4242';

function Row({ label, icon: Icon }: (typeof ROWS)[number]) {
  return (
    <li>
      <button
        type="button"
        // Not `disabled`, so that it stays in the tab order and screen readers read it.
        aria-disabled="true"
        className="flex min-h-14 w-full cursor-default! items-center gap-3 px-4 py-2 text-left -outline-offset-3!"
      >
        <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <span className="flex-1 font-semibold">{label}</span> <Badge tone="neutral">{m.wallet_soon()}</Badge>
      </button>
    </li>
  );
}

/** The payment method with which the reserve form starts; stored on this device. */
export function PaymentPicker({ userId }: { userId: string | null }) {
  const [picked, setPicked] = useState(() => readPreferredPayment(userId));
  const pick = (method: PaymentMethod) => {
    preferredPaymentStorage(userId).write(method);
    setPicked(method);
  };
  return (
    <FormSection title={m.payment_method()}>
      <SampleMethods
        getCard={(method) => ({
          name: 'payment-method',
          checked: picked === method,
          onChange: () => pick(method),
        })}
      />
      <p className="text-sm text-muted">{m.wallet_payment_method_hint()}</p>
    </FormSection>
  );
}
