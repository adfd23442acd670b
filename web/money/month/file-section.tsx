import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useId, useState } from 'react';
import { m } from '#messages';
import { formatNumber } from '../../../domain/language/format.ts';
import { formatSigned } from '../../../domain/money/money.ts';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ExportButton } from '../../ui/table/export-button.tsx';
import { moneyKeys } from '../keys.ts';
import { type MonthTotals, readPage } from './accounting-month.ts';
import type { FileOfMonth, MonthRow, TableOfMonth } from './month-files.ts';
import './month.css';

const SHOWN_ROWS = 200;
/** What a table has before it is opened. */
const FIRST_ROWS = 5;
const HIDDEN = 'hidden print:table-row';
const LONGEST_UNBROKEN = 16;
/** On a phone a row of many columns is a card: its first value is the title, and each other one stands under its heading. */
const NARROW_COLUMNS = 4;
const CARDS =
  'max-md:[&,&_tbody]:block max-md:[&_:is(thead,td:empty)]:hidden max-md:[&_tr:not(.hidden)]:grid max-md:[&_tr]:grid-cols-2 max-md:[&_tr]:gap-x-4 max-md:[&_tr]:gap-y-1 max-md:[&_tr]:py-3 max-md:[&_td]:p-0 max-md:[&_td]:text-start max-md:[&_td]:whitespace-normal max-md:[&_td]:wrap-anywhere max-md:[&_td]:before:block max-md:[&_td]:before:text-xs max-md:[&_td]:before:text-muted max-md:[&_td]:before:content-[attr(data-header)] max-md:[&_td:not(:empty,td:not(:empty)~td)]:col-span-2 max-md:[&_td:not(:empty,td:not(:empty)~td)]:font-semibold max-md:[&_td:not(:empty,td:not(:empty)~td)]:before:hidden';

type FileSectionProps = { of: FileOfMonth; month: string; totals?: MonthTotals | undefined; children?: ReactNode };

export function FileSection({ of: file, month, totals, children }: FileSectionProps) {
  const query = useQuery({
    queryKey: moneyKeys.month(month, file.file),
    queryFn: ({ signal }) => readPage(file, month, {}, signal),
    enabled: totals?.entries !== 0,
  });
  const total = totals?.entries ?? query.data?.count ?? 0;
  return (
    <MonthSection
      anchor={file.file}
      title={file.title}
      text={file.text}
      sum={file.describe?.(query.data?.rows ?? []) ?? (totals && total > 0 ? describeTotals(totals) : undefined)}
      action={
        <>
          <ExportButton
            name={`${file.name}-${month}`}
            columns={file.columns}
            total={total}
            readAfter={(last, signal) => readPage(file, month, last === null ? {} : file.after(last), signal)}
          />
          {children}
        </>
      }
    >
      {total === 0 && !query.isFetching ? (
        <p className="text-muted">{m.month_empty()}</p>
      ) : (
        <QueryState query={query} loading={<SkeletonList label={m.month_loading()} shapes={['h-24']} />}>
          {({ rows }) => (
            <>
              <MonthTable {...file} rows={rows.slice(0, SHOWN_ROWS)} />
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
  anchor: string;
  title: string;
  text?: string | undefined;
  sum?: string | undefined;
  action: ReactNode;
  children: ReactNode;
};

export function MonthSection({ anchor, title, text, sum, action, children }: MonthSectionProps) {
  const id = useId();
  return (
    <section
      id={anchor}
      aria-labelledby={id}
      className="bg-surface border-line flex scroll-mt-30 flex-col gap-3 rounded-card border p-5 print:rounded-none print:border-0 print:p-0 print:pt-5"
    >
      <div className="flex flex-col gap-3 md:flex-row md:items-start md:justify-between print:break-after-avoid">
        <div className="min-w-0">
          <h2 id={id} className="text-lg font-bold">
            {title}
          </h2>
          {text === undefined ? null : <p className="text-muted text-sm">{text}</p>}
          {sum === undefined ? null : <p className="font-semibold tabular-nums">{sum}</p>}
        </div>
        <div className="flex shrink-0 flex-wrap items-center gap-2 print:hidden">{action}</div>
      </div>
      {children}
    </section>
  );
}

type MonthTableProps = Pick<TableOfMonth, 'columns'> &
  Pick<FileOfMonth, 'title' | 'hidesZeros'> & { rows: readonly MonthRow[] };

/** Begins with few rows, or with those that are not zero. Paper has all. */
export function MonthTable({ title, columns, rows, hidesZeros }: MonthTableProps) {
  const [isWhole, setIsWhole] = useState(false);
  const hasAmount = (row: MonthRow) => columns.some(({ value }) => typeof value(row) === 'number' && value(row) !== 0);
  const shown = rows.map((row, index) => isWhole || (hidesZeros ? hasAmount(row) : index < FIRST_ROWS));
  const count = shown.filter((isShown) => !isShown).length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of rows, and no landmark of its own.
    <div
      role="group"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable with the keyboard.
      tabIndex={0}
      className={clsx('overflow-x-auto print:overflow-visible', columns.length > NARROW_COLUMNS && CARDS)}
    >
      <table className="w-full border-collapse text-left text-sm print:text-[7pt]">
        <thead>
          <tr>
            {columns.map(({ header, value }) => (
              <th
                key={header}
                scope="col"
                className={clsx(
                  'border-line border-b py-2 align-bottom font-semibold',
                  rows.some((row) => typeof value(row) === 'number')
                    ? 'pr-6 text-right max-md:pr-2 print:pr-3'
                    : 'pr-4 max-md:pr-2 print:pr-2',
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
            <tr key={index} className={clsx('border-line border-b print:break-inside-avoid', shown[index] || HIDDEN)}>
              {columns.map(({ header, value }) => (
                <Cell key={header} header={header} value={value(row)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {count > 0 && (
        <Button variant="quiet" size="small" className="-ml-4 print:hidden" onClick={() => setIsWhole(true)}>
          {m.month_show_rows({ count })}
        </Button>
      )}
    </div>
  );
}

function Cell({ header, value }: { header: string; value: string | number | null }) {
  return typeof value === 'number' ? (
    <td
      data-header={header}
      className="py-2 pr-6 text-right align-top whitespace-nowrap tabular-nums max-md:pr-2 print:py-0.5 print:pr-3"
    >
      {value.toLocaleString('en-US', { minimumFractionDigits: 2 })}
    </td>
  ) : (
    <td
      data-header={header}
      className={clsx(
        'max-w-56 py-2 pr-4 align-top max-md:pr-2 wrap-break-word print:max-w-none print:py-0.5 print:pr-2 print:wrap-anywhere',
        // Days and references, which would break at their hyphens.
        value !== null && value.length <= LONGEST_UNBROKEN && 'whitespace-nowrap',
      )}
    >
      {value}
    </td>
  );
}
