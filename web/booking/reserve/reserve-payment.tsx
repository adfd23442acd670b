import { CreditCard, HandCoins, type LucideIcon, Wallet } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import { m } from '#messages';
import { PAYMENT_METHOD_LABELS, PAYMENT_METHODS, type PaymentMethod } from '../../../domain/reservations/payment.ts';
import { ChoiceCard } from '../../ui/choice-card.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import type { ReserveValues } from './reserve-values.ts';

const ICONS: Record<PaymentMethod, LucideIcon> = { wallet: Wallet, credit: CreditCard, paypal: HandCoins };

export function ReservePayment() {
  const { register } = useFormContext<ReserveValues>();
  return (
    <FormSection title={m.payment_method()}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(6rem,100%),1fr))] gap-3">
        {PAYMENT_METHODS.map((method) => (
          <ChoiceCard
            key={method}
            stacked
            value={method}
            label={PAYMENT_METHOD_LABELS[method]}
            icon={ICONS[method]}
            {...register('paymentMethod')}
          />
        ))}
      </div>
    </FormSection>
  );
}
