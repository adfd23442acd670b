import { m } from '#messages';
import { formatMoney } from '../../domain/reservations/money.ts';
import { PAYMENT_METHOD_LABELS } from '../../domain/reservations/payment.ts';
import { calculatePrice } from '../../domain/reservations/price.ts';
import { DEFAULT_DURATION_HOURS } from '../../domain/reservations/reservation.ts';
import { formatHours } from '../booking/parking-time.ts';

/** @param hourlyRate dollars; null before a zone is chosen */
export function SampleParkNowSummary({ hourlyRate }: { hourlyRate: number | null }) {
  const total = hourlyRate === null ? null : calculatePrice({ hourlyRate, hours: DEFAULT_DURATION_HOURS });
  return (
    <div className="mb-1">
      <div className="flex flex-wrap items-end justify-between gap-x-4">
        <p className="text-muted">
          {m.park_now_terms({ duration: formatHours(DEFAULT_DURATION_HOURS), payment: PAYMENT_METHOD_LABELS.wallet })}
        </p>
        <p className="ml-auto flex items-baseline gap-2">
          <span className="font-semibold">{m.reservation_total()}</span>
          <output className="text-2xl font-extrabold tracking-tight tabular-nums">
            {total === null ? '–' : formatMoney(total)}
          </output>
        </p>
      </div>
      <p className="mt-1 text-sm text-muted">{m.park_now_stays_here()}</p>
    </div>
  );
}
