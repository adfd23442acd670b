import { CreditCard, HandCoins, type LucideIcon, Wallet } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import { PAYMENT_METHOD_LABELS, type PaymentMethod } from '../../../domain/reservations/payment.ts';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import { preferredPaymentStorage, readPreferredPayment } from './preferred-payment.ts';

const CHOICES: readonly { method: PaymentMethod; icon: LucideIcon }[] = [
  { method: 'credit', icon: CreditCard },
  { method: 'wallet', icon: Wallet },
  { method: 'paypal', icon: HandCoins },
];

/** The payment method with which the reserve form starts; stored on this device. */
export function PaymentPicker({ userId }: { userId: string | null }) {
  const [picked, setPicked] = useState(() => readPreferredPayment(userId));
  const pick = (method: PaymentMethod) => {
    preferredPaymentStorage(userId).write(method);
    setPicked(method);
  };
  return (
    <FormSection title={m.payment_method()}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(6rem,100%),1fr))] gap-3">
        {CHOICES.map(({ method, icon }) => (
          <ChoiceCard
            key={method}
            stacked
            name="payment-method"
            value={method}
            label={PAYMENT_METHOD_LABELS[method]}
            icon={icon}
            checked={picked === method}
            onChange={() => pick(method)}
          />
        ))}
      </div>
      <p className="text-sm text-muted">{m.wallet_payment_method_hint()}</p>
    </FormSection>
  );
}
