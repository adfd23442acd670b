import { m } from '#messages';
import { formatMoney } from '../../../domain/money/money.ts';
import { PAYMENT_METHOD_LABELS, type PaymentMethod } from '../../../domain/reservations/payment.ts';
import { calculatePrice } from '../../../domain/reservations/price.ts';
import { formatHours } from '../parking-time.ts';
import { useIncludedTax } from '../reservation-price.tsx';

type ParkNowSummaryProps = {
  /** The name of the space to park on; null before there is one. */
  space: string | null;
  hours: number | null;
  /** In the operator's currency; null before there is a space. */
  hourlyRate: number | null;
  /** Null where nothing is charged. */
  payment: PaymentMethod | null;
};

/** Which space it is, for how long and what it costs. */
export function ParkNowSummary({ space, hours, hourlyRate, payment }: ParkNowSummaryProps) {
  const total = hourlyRate === null || hours === null ? null : calculatePrice({ hourlyRate, hours });
  const tax = useIncludedTax(total);
  return (
    <div className="mb-1">
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <div>
          <p className="font-semibold">{space === null ? m.park_now_choose_zone() : m.park_now_space({ space })}</p>
          <p className="text-muted">{hours === null ? null : describeTerms(hours, payment)}</p>
        </div>
        <p className="ml-auto flex items-baseline gap-2">
          <span className="font-semibold">{m.reservation_total()}</span>
          <output className="text-2xl font-extrabold tracking-tight tabular-nums">
            {total === null ? '–' : formatMoney(total)}
          </output>
        </p>
      </div>
      {tax === null ? null : <p className="text-muted text-right text-sm tabular-nums">{tax}</p>}
    </div>
  );
}

const describeTerms = (hours: number, payment: PaymentMethod | null): string =>
  payment === null
    ? formatHours(hours)
    : m.park_now_terms({ duration: formatHours(hours), payment: PAYMENT_METHOD_LABELS[payment] });
