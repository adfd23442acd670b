import { m } from '#messages';
import { formatNumber } from '../../domain/language/format.ts';
import { calculateIncludedTax } from '../../domain/money/cents.ts';
import { calculatePrice, formatMoney, formatMoneyOf, toPriceCents } from '../../domain/money/money.ts';
import { MIN_DURATION_HOURS } from '../../domain/reservations/reservation.ts';
import { usePublicSettings } from '../data/public-settings.ts';

type ReservationPriceProps = {
  hourlyRate: number;
  hours: number | null;
};

type TotalOptions = ReservationPriceProps & {
  /** The price of a number of hours, where the rate alone does not decide it. */
  priceOf?: ((hours: number) => number) | undefined;
};

/** The price of a reservation; null while its hours cannot be booked. */
export function findReservationTotal({ hourlyRate, hours, priceOf }: TotalOptions): number | null {
  if (hours === null || hours < MIN_DURATION_HOURS) return null;
  return priceOf?.(hours) ?? calculatePrice({ hourlyRate, hours });
}

/** What a reservation costs, how that comes about, and the tax in it. */
export function ReservationPrice({ hourlyRate, hours }: ReservationPriceProps) {
  const total = findReservationTotal({ hourlyRate, hours });
  const tax = useIncludedTax(total);
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4">
      <p className="text-muted">{total === null || hours === null ? null : formatCalculation(hourlyRate, hours)}</p>
      <div className="ml-auto text-right">
        <Total total={total} />
        {tax === null ? null : <p className="text-sm text-muted tabular-nums">{tax}</p>}
      </div>
    </div>
  );
}

/** The total in the operator's currency; a dash while it is not known. */
export function Total({ total }: { total: number | null }) {
  return (
    <p className="ml-auto flex items-baseline justify-end gap-2">
      <span className="font-semibold">{m.reservation_total()}</span>
      <output className="text-2xl font-extrabold tracking-tight tabular-nums">
        {total === null ? '–' : formatMoney(total)}
      </output>
    </p>
  );
}

export function formatCalculation(hourlyRate: number, hours: number): string {
  return m.reserve_calculation({ count: hours, rate: formatMoney(hourlyRate), hours: formatNumber(hours) });
}

/** Such as 'includes RD$9.00 ITBIS (18%)'; null without a price or a tax. Follows the operator's rate. */
export function useIncludedTax(price: number | null): string | null {
  const taxRate = usePublicSettings()?.taxRate ?? 0;
  if (price === null || taxRate <= 0) return null;
  const tax = calculateIncludedTax(toPriceCents(price), taxRate);
  return m.reserve_includes_tax({ amount: formatMoneyOf(tax), rate: formatNumber(taxRate) });
}
