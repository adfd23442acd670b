import { CreditCard } from 'lucide-react';
import { m } from '#messages';
import { toPriceCents } from '../../domain/money/money-of-cents.ts';
import { toChargeMethod } from '../../domain/reservations/payment.ts';
import type { PaidStay } from '../booking/paying/data.ts';
import { HeldStayCard } from '../booking/paying/held-stay-card.tsx';
import { useHeldStays } from '../booking/paying/use-held-stays.ts';
import { findOpenPayment } from '../money/payments/data.ts';
import { usePay, useResumePayment } from '../money/payments/use-pay.ts';
import { Button } from '../ui/button.tsx';
import { useOnlineMutation } from '../ui/use-online-mutation.ts';

/** The reservations that wait for their payment, to be paid or given up. */
export function HeldStays({ userId }: { userId: string }) {
  return useHeldStays(userId).map((stay) => (
    <HeldStayCard key={stay.id} stay={stay} payButton={<PayButton stay={stay} />} />
  ));
}

function PayButton({ stay }: { stay: PaidStay }) {
  const pay = usePay();
  const resume = useResumePayment();
  const { mutate, isPending, isSuccess } = useOnlineMutation({
    mutationFn: async () => {
      const open = await findOpenPayment(stay.id);
      if (open !== null) return resume.mutateAsync(open);
      const method = toChargeMethod(stay.paymentMethod);
      if (method === 'wallet') throw new Error('What the wallet pays is never held');
      return pay({ method, purpose: 'reservation', reservation: stay.id, amount: toPriceCents(stay.price) });
    },
  });
  const isBusy = isPending || isSuccess;
  return (
    <Button className="grow" onClick={() => mutate()} disabled={isBusy}>
      <CreditCard aria-hidden="true" className="size-5" />
      {isBusy ? m.payment_leaving() : m.held_stay_pay()}
    </Button>
  );
}
