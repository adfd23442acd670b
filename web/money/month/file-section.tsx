import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { m } from '#messages';
import { formatNumber } from '../../../domain/language/format.ts';
import { formatSigned } from '../../../domain/money/money.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { ExportButton } from '../../ui/table/export-button.tsx';
import { moneyKeys } from '../keys.ts';
import { type MonthTotals, readPage } from './accounting-month.ts';
import type { FileOfMonth, MonthRow, TableOfMonth } from './month-files.ts';
import './month.css';

const SHOWN_ROWS = 200;
const UNSCROLLED_ROWS = 15;
const LONGEST_UNBROKEN = 16;

type FileSectionProps = { of: FileOfMonth; month: string; totals?: MonthTotals | undefined };

export function FileSection({ of: file, month, totals }: FileSectionProps) {
  const query = useQuery({
    queryKey: moneyKeys.month(month, file.file),
    queryFn: ({ signal }) => readPage(file, month, {}, signal),
    enabled: totals?.entries !== 0,
  });
  const total = totals?.entries ?? query.data?.count ?? 0;
  return (
    <MonthSection
      title={file.title}
      text={file.text}
      sum={totals && total > 0 ? describeTotals(totals) : undefined}
      action={
        <ExportButton
          name={`${file.name}-${month}`}
          columns={file.columns}
          total={total}
          readAfter={(last, signal) => readPage(file, month, last === null ? {} : file.after(last), signal)}
        />
      }
    >
      {total === 0 && !query.isFetching ? (
        <p className="text-muted">{m.month_empty()}</p>
      ) : (
        <QueryState query={query} loading={<SkeletonList label={m.month_loading()} shapes={['h-24']} />}>
          {({ rows }) => (
            <>
              <MonthTable title={file.title} columns={file.columns} rows={rows.slice(0, SHOWN_ROWS)} />
              {total > SHOWN_ROWS ? (
                <p className="text-muted text-sm">
                  {m.month_first_rows({ shown: formatNumber(SHOWN_ROWS), total: formatNumber(total) })}
                </p>
              ) : null}
            </>
          )}
        </QueryState>
      )}
    </MonthSection>
  );
}

function describeTotals({ entries, tax, total }: MonthTotals): string {
  const sum = m.month_sum({ total: formatSigned(total), rows: formatNumber(entries) });
  return tax === 0 ? sum : m.month_receipts_tax({ sum, tax: formatSigned(tax) });
}

type MonthSectionProps = {
  title: string;
  text?: string | undefined;
  sum?: string | undefined;
  action: ReactNode;
  children: ReactNode;
};

export function MonthSection({ title, text, sum, action, children }: MonthSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="bg-surface border-line flex flex-col gap-3 rounded-card border p-5 print:rounded-none print:border-0 print:p-0 print:pt-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-3 print:break-after-avoid">
        <div>
          <h2 id={id} className="text-lg font-bold">
            {title}
          </h2>
          {text === undefined ? null : <p className="text-muted text-sm">{text}</p>}
          {sum === undefined ? null : <p className="font-semibold tabular-nums">{sum}</p>}
        </div>
        <div className="print:hidden">{action}</div>
      </div>
      {children}
    </section>
  );
}

type MonthTableProps = Pick<TableOfMonth, 'columns'> & { title: string; rows: readonly MonthRow[] };

export function MonthTable({ title, columns, rows }: MonthTableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of rows, and no landmark of its own.
    <div
      role="group"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard.
      tabIndex={0}
      className={clsx(
        'overflow-auto print:max-h-none print:overflow-visible',
        rows.length > UNSCROLLED_ROWS && 'max-h-96',
      )}
    >
      <table className="w-full border-collapse text-left text-sm print:text-[7pt]">
        <thead className="bg-surface sticky top-0 print:static">
          <tr>
            {columns.map(({ header, value }) => (
              <th
                key={header}
                scope="col"
                className={clsx(
                  'border-line border-b py-2 align-bottom font-semibold',
                  rows.some((row) => typeof value(row) === 'number') ? 'pr-6 text-right print:pr-3' : 'pr-4 print:pr-2',
                )}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are read once and keep their order.
            <tr key={index} className="border-line border-b print:break-inside-avoid">
              {columns.map(({ header, value }) => (
                <Cell key={header} value={value(row)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ value }: { value: string | number | null }) {
  return typeof value === 'number' ? (
    <td className="py-2 pr-6 text-right align-top whitespace-nowrap tabular-nums print:py-0.5 print:pr-3">
      {value.toLocaleString('en-US', { minimumFractionDigits: 2 })}
    </td>
  ) : (
    <td
      className={clsx(
        'max-w-56 py-2 pr-4 align-top wrap-break-word print:max-w-none print:py-0.5 print:pr-2 print:wrap-anywhere',
        // Days and references, which would break at their hyphens.
        value !== null && value.length <= LONGEST_UNBROKEN && 'whitespace-nowrap',
      )}
    >
      {value}
    </td>
  );
}
