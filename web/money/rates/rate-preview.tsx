import { useState } from 'react';
import { m } from '#messages';
import { startOfHour } from '../../../domain/days/country-time.ts';
import { createPeriod } from '../../../domain/days/period.ts';
import { formatWeekday } from '../../../domain/language/format.ts';
import { type Cents, formatCents } from '../../../domain/money/cents.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { findDearSpecials, findTypicalStart, priceWeek } from '../../../domain/money/rate-checks.ts';
import { describeLines, quoteStay, quoteVersion, type RateVersion } from '../../../domain/money/rates.ts';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { DateTimeField } from '../../ui/form/date-time-field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { SummaryRow } from '../../ui/layout/summary-row.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import type { RatedZone } from './rate-tables.ts';

/** From the cheapest hour to the dearest. */
const SHADES = ['', 'bg-brand/10', 'bg-brand/20', 'bg-brand/30', 'bg-brand/40'];

/** What an hour costs by rate and windows, and which specials are of no use. */
export function WeekGrid({ version }: { version: RateVersion }) {
  const week = priceWeek(version);
  const prices = [...new Set(week.flatMap(({ days }) => days.map(({ price }) => price)))].toSorted((a, b) => a - b);
  const shadeOf = (price: Cents) => SHADES[Math.ceil((prices.indexOf(price) / Math.max(1, prices.length - 1)) * 4)];
  return (
    <Card className="flex flex-col gap-2">
      <h2 className="font-bold">{m.rates_week()}</h2>
      {findDearSpecials(version).map(({ name }) => (
        <ErrorNote key={name}>{m.rates_dear({ name })}</ErrorNote>
      ))}
      <section
        aria-label={m.rates_week()}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard
        tabIndex={0}
        className="max-h-80 overflow-auto"
      >
        <table className="w-full min-w-96 table-fixed text-center text-sm tabular-nums [&_:is(td,th)]:p-1">
          <thead className="bg-surface sticky top-0">
            <tr>
              {[m.rates_hour(), ...(week[0]?.days ?? []).map(({ day }) => formatWeekday(day))].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {week.map(({ hour, days }) => (
              <tr key={hour}>
                <th scope="row">{hour}</th>
                {days.map(({ day, price }) => (
                  <td key={day.getTime()} className={shadeOf(price)}>
                    {price % 100 === 0 ? price / 100 : formatCents(price)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

const FIELD = { min: new Date(0), max: null };

/** What a stay of one's choice costs, and how that comes about. */
export function RateTester({ version }: { version: RateVersion }) {
  const [from, setFrom] = useState<Date | null>(() => startOfHour(getNow()));
  const [to, setTo] = useState<Date | null>(() => from && createPeriod(from, 3).endsAt);
  const isStay = from && to && from < to && to <= createPeriod(from, 31 * 24).endsAt;
  const quote = isStay ? quoteVersion(version, { startsAt: from, endsAt: to }) : null;
  const amount = quote && formatMoneyOf(quote.amount);
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="font-bold">{m.rates_test()}</h2>
      <DateTimeField {...FIELD} label={m.rates_test_from()} value={from} onChange={setFrom} />
      <DateTimeField {...FIELD} label={m.rates_test_to()} value={to} onChange={setTo} />
      <div role="status">
        <p className="font-bold">{amount ? m.rates_test_price({ amount }) : m.rates_test_none()}</p>
        <dl>
          {quote &&
            describeLines(quote.lines).map(({ name, value }) => <SummaryRow key={name} label={name} value={value} />)}
        </dl>
      </div>
    </Card>
  );
}

type ChangeProps = { version: RateVersion; before: RateVersion | null; zones: readonly RatedZone[] };

/** What typical stays cost in zones before and after a change, and how many reservations keep their price. */
export function RateChange({ version, before, zones }: ChangeProps) {
  const start = findTypicalStart(version.validFrom);
  return zones.map(({ id, name, price, booked }) => (
    <Card key={id}>
      <h2 className="font-bold wrap-anywhere">{m.rates_change({ zone: name })}</h2>
      <dl className="divide-line divide-y">
        {[1, 3, 8, 24].map((hours) => {
          const prices = [before, version].map((rates) => ({ version: rates, hourlyRate: price, events: [] }));
          const amounts = prices.map((pricing) => formatMoneyOf(quoteStay(pricing, createPeriod(start, hours)).amount));
          return <SummaryRow key={hours} label={m.duration_hours({ hours })} value={amounts.join(' → ')} />;
        })}
      </dl>
      <p className="text-muted text-sm">{m.rates_booked({ count: booked })}</p>
    </Card>
  ));
}
