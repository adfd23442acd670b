import { m } from '#messages';
import { formatNumber } from '../../domain/language/format.ts';
import { type Cents, calculateIncludedTax, toCents } from '../../domain/money/cents.ts';
import { calculatePrice, formatMoney, formatMoneyOf, formatSigned, toPriceCents } from '../../domain/money/money.ts';
import { describeLines, type PriceLine } from '../../domain/money/rates.ts';
import { MIN_DURATION_HOURS } from '../../domain/reservations/reservation.ts';
import { usePublicSettings } from '../data/public-settings.ts';
import type { StayPrice } from './rates.ts';

type ReservationPriceProps = StayPrice & {
  hourlyRate: number;
  hours: number | null;
};

/** The price of a reservation; null while its hours cannot be booked. */
export function findReservationTotal({ hourlyRate, hours, priceOf }: ReservationPriceProps): number | null {
  if (hours === null || hours < MIN_DURATION_HOURS) return null;
  return priceOf ? priceOf(hours) : calculatePrice({ hourlyRate, hours });
}

/** What a reservation costs, how that comes about, and the tax in it. */
export function ReservationPrice(props: ReservationPriceProps) {
  const total = findReservationTotal(props);
  const tax = useIncludedTax(total);
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4">
      {total === null ? null : <Calculation {...props} />}
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

/** How a price that is known comes about: the hours times the rate, or its lines; `after` stands behind it. */
export function Calculation({ hourlyRate, hours, linesOf, after }: ReservationPriceProps & { after?: string | null }) {
  const plain = m.reserve_calculation({
    count: hours ?? 0,
    rate: formatMoney(hourlyRate),
    hours: formatNumber(hours ?? 0),
  });
  return (
    <>
      {linesOf ? <PriceLines lines={linesOf(hours ?? 0)} /> : null}
      <p className="text-muted tabular-nums">{[linesOf ? null : plain, after].filter(Boolean).join(', ')}</p>
    </>
  );
}

export function PriceLines({ lines, paid = null }: { lines: readonly PriceLine[]; paid?: Cents | null }) {
  const rows = describeLines(lines);
  if (paid !== null) rows.push({ name: m.price_line_paid(), value: formatSigned(toCents(-paid)) });
  return (
    <ul className="text-muted w-full text-sm tabular-nums">
      {rows.map(({ name, value }) => (
        <li key={name} className="flex flex-wrap justify-between gap-x-4 py-0.5">
          <span>{name}</span>
          <span className="ml-auto">{value}</span>
        </li>
      ))}
    </ul>
  );
}

/** Such as 'includes RD$9.00 ITBIS (18%)'; null without a price or a tax. Follows the operator's rate. */
export function useIncludedTax(price: number | null): string | null {
  const taxRate = usePublicSettings()?.taxRate ?? 0;
  if (price === null || taxRate <= 0) return null;
  const tax = calculateIncludedTax(toPriceCents(price), taxRate);
  return m.reserve_includes_tax({ amount: formatMoneyOf(tax), rate: formatNumber(taxRate) });
}
