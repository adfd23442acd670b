import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { parseTime } from '../../domain/days/country-time.ts';
import {
  type DayRange,
  formatDayRange,
  getLast30Days,
  getLastMonth,
  getThisMonth,
  isDayRange,
} from '../../domain/days/day-range.ts';
import { formatDayOfYear, formatDayWithYear, formatNumber } from '../../domain/language/format.ts';
import { formatCents } from '../../domain/money/cents.ts';
import { formatSigned } from '../../domain/money/money.ts';
import { CHARGE_METHODS } from '../../domain/money/payment.ts';
import { paths } from '../paths.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { Button, buttonClass } from '../ui/form/button.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import { Card } from '../ui/layout/card.tsx';
import { SummaryRow } from '../ui/layout/summary-row.tsx';
import { getNow } from '../ui/platform/clock.ts';
import type { ChartRow } from '../ui/table/bars.tsx';
import { Chart } from '../ui/table/chart.tsx';
import type { CsvColumn } from '../ui/table/csv.ts';
import { ExportButton } from '../ui/table/export-button.tsx';
import { moneyKeys } from './keys.ts';
import { AMOUNTS, loadRevenue, type RevenueAmount, type RevenueDay, sumDays } from './revenue.ts';

const CSV_COLUMNS: readonly CsvColumn<RevenueDay>[] = [
  { header: m.money_day(), value: ({ day }) => day },
  ...AMOUNTS.map((amount) => ({
    header: m[`money_${amount}` as const](),
    value: ({ amounts }: RevenueDay) => Number(formatCents(amounts[amount])),
  })),
];

const RANGES = [
  { label: m.money_last_30_days(), read: getLast30Days },
  { label: m.money_this_month(), read: getThisMonth },
  { label: m.money_last_month(), read: getLastMonth },
];

type Row = { label: string; amount: RevenueAmount };

const listRows = (...amounts: RevenueAmount[]): Row[] =>
  amounts.map((amount) => ({ label: m[`money_${amount}` as const](), amount }));

const PARTS: readonly { title: string; rows: Row[] }[] = [
  { title: m.money_part_reservations(), rows: listRows('charged', 'given_back', 'net', 'earned') },
  {
    title: m.money_part_methods(),
    rows: CHARGE_METHODS.map((method) => ({
      label: method === 'wallet' ? m.money_method_wallet() : m[`payment_${method}` as const](),
      amount: `by_${method}` as const,
    })),
  },
  {
    title: m.money_part_providers(),
    rows: listRows('azul_in', 'azul_out', 'paypal_in', 'paypal_out', 'cash_in'),
  },
];

export function RevenueCard() {
  const [range, setRange] = useState<DayRange>(() => getLast30Days(getNow()));
  const isValid = isDayRange(range);
  const days = useQuery({
    queryKey: moneyKeys.revenue(range),
    queryFn: ({ signal }) => loadRevenue(range, signal),
    enabled: isValid,
  });
  return (
    <section aria-label={m.money_revenue_title()}>
      <Card className="flex flex-col gap-4 p-5">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div>
            <h3 className="text-lg font-bold">{m.money_revenue_title()}</h3>
            <p className="text-muted text-sm">{m.money_revenue_text()}</p>
          </div>
          <Link to={paths.accountingMonth} className={buttonClass('secondary', '', 'small')}>
            <FileDown aria-hidden="true" className="size-4" />
            {m.month_export()}
          </Link>
        </div>
        <div className="flex flex-wrap items-end gap-3">
          <div className="flex grow flex-wrap gap-3 sm:grow-0">
            {(['first', 'last'] as const).map((end) => (
              <TextField
                key={end}
                type="date"
                label={end === 'first' ? m.money_first_day() : m.money_last_day()}
                className="flex-[1_1_9rem] sm:w-44 sm:flex-none"
                value={range[end]}
                onChange={({ target }) => setRange({ ...range, [end]: target.value })}
              />
            ))}
          </div>
          <div className="flex flex-wrap gap-3">
            {RANGES.map(({ label, read }) => (
              <Button key={label} variant="secondary" size="small" onClick={() => setRange(read(getNow()))}>
                {label}
              </Button>
            ))}
          </div>
        </div>
        {isValid ? (
          <QueryState
            query={days}
            failedText={m.problem_revenue_not_loaded()}
            loading={<SkeletonList label={m.money_revenue_loading()} shapes={['h-40', 'h-40']} className="gap-4" />}
          >
            {(loaded) => <Totals days={loaded} range={range} />}
          </QueryState>
        ) : (
          <p role="alert" className="text-danger text-sm">
            {m.problem_days_out_of_range()}
          </p>
        )}
      </Card>
    </section>
  );
}

function Totals({ days, range }: { days: RevenueDay[]; range: DayRange }) {
  const format = (amount: RevenueAmount) => formatSigned(sumDays(days, amount));
  const isEmpty = days.every(({ amounts }) => AMOUNTS.every((amount) => amounts[amount] === 0));
  if (isEmpty) return <p className="text-muted">{m.money_revenue_empty()}</p>;
  return (
    <>
      <Chart
        title={m.money_revenue_by_day()}
        summary={summarize(days)}
        rows={days.map(toRow)}
        shape="columns"
        formatTick={formatNumber}
        labelHeader={m.money_day()}
        valueHeader={m.money_net()}
      />
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-3">
        {PARTS.map(({ title, rows }) => (
          <section key={title} aria-label={title}>
            <h4 className="text-sm font-semibold">{title}</h4>
            <dl className="divide-line divide-y">
              {rows.map(({ label, amount }) => (
                <SummaryRow
                  key={amount}
                  label={label}
                  value={format(amount)}
                  {...(amount === 'net' && { detail: m.money_tax_in_it({ tax: format('tax') }) })}
                />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Link
          to={paths.adminTab('reservations', { charged: formatDayRange(range) })}
          className={buttonClass('secondary', '', 'small')}
        >
          {m.money_show_reservations()}
        </Link>
        <ExportButton
          name={`${m.export_file_revenue()}-${range.first}-${range.last}`}
          columns={CSV_COLUMNS}
          total={days.length}
          readAfter={async () => ({ rows: days, invalid: [], count: days.length })}
        />
      </div>
    </>
  );
}

function summarize(days: readonly RevenueDay[]): string {
  const [best] = days.toSorted((a, b) => b.amounts.net - a.amounts.net);
  if (best === undefined) return '';
  return m.money_revenue_summary({ day: formatDayWithYear(parseTime(best.day)), net: formatSigned(best.amounts.net) });
}

function toRow({ day, amounts: { net } }: RevenueDay): ChartRow {
  const date = parseTime(day);
  return {
    id: day,
    label: formatDayWithYear(date),
    shortLabel: formatDayOfYear(date),
    value: Number(formatCents(net)),
    text: formatSigned(net),
    to: paths.adminTab('reservations', { charged: formatDayRange({ first: day, last: day }) }),
  };
}
