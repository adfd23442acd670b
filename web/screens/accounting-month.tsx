import { useQuery } from '@tanstack/react-query';
import { Printer, ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { m } from '#messages';
import { getInstallation } from '../../domain/installation.ts';
import { moneyKeys } from '../money/keys.ts';
import { formatMonth, isOver, listMonths, loadMonth, toDays } from '../money/month/accounting-month.ts';
import { CloseSection } from '../money/month/close-section.tsx';
import { FileSection, MonthSection, MonthTable } from '../money/month/file-section.tsx';
import { ACCOUNTS, BRIDGE, describeSum, MONTH_FILES, OPEN, PEOPLE } from '../money/month/month-files.ts';
import { PapersSection } from '../money/month/papers-section.tsx';
import { PeopleSection } from '../money/month/people-section.tsx';
import { StatementsSection } from '../money/month/statements-section.tsx';
import { paths } from '../paths.ts';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SkeletonList } from '../ui/feedback/skeleton.tsx';
import { Button, buttonClass } from '../ui/form/button.tsx';
import { SelectField } from '../ui/form/select-field.tsx';
import { ScreenHeader } from '../ui/layout/screen-header.tsx';
import { getNow } from '../ui/platform/clock.ts';
import { ExportButton } from '../ui/table/export-button.tsx';

const MONTH = 'month';

const SECTIONS = [
  OPEN,
  { file: 'accounts', name: m.month_file_accounts() },
  BRIDGE,
  { file: 'papers', name: m.papers() },
  { file: 'purchases', name: m.purchases() },
  { file: 'statements', name: m.statements_title() },
  PEOPLE,
  ...MONTH_FILES,
];

/** A month as its accountant gets it: files to export, and a page to print. The month is in the URL. */
export function AccountingMonthScreen() {
  const [now] = useState(() => getNow());
  const months = listMonths(now);
  const [search, setSearch] = useSearchParams();
  // The accountant is due the last month that is over.
  const month = months.find((known) => known === search.get(MONTH)) ?? months[1] ?? '';
  const query = useQuery({ queryKey: moneyKeys.month(month), queryFn: ({ signal }) => loadMonth(month, signal) });
  const { appName, currency } = getInstallation();
  return (
    <main className="month-sheet mx-auto flex w-full max-w-7xl flex-1 flex-col gap-4 px-4 pb-8 print:block print:max-w-none print:p-0">
      <div className="print:hidden">
        <ScreenHeader title={m.month_title()} back={{ to: paths.adminTab('overview', {}), label: m.month_back() }} />
      </div>
      <div className="flex flex-wrap items-end gap-3 print:hidden">
        <SelectField
          label={m.month_choose()}
          options={months.map((value) => ({ value, label: formatMonth(value) }))}
          value={month}
          className="min-w-60"
          onChange={({ target }) => setSearch({ [MONTH]: target.value }, { replace: true, preventScrollReset: true })}
        />
        <Link to={`${paths.fiscal}?${toDays(month)}`} className={buttonClass('secondary', 'sm:ml-auto')}>
          <ReceiptText aria-hidden="true" className="size-5" />
          {m.fiscal_title()}
        </Link>
        <Button icon={Printer} variant="secondary" disabled={!query.isSuccess} onClick={() => window.print()}>
          {m.month_print()}
        </Button>
      </div>
      <div>
        <p className="hidden text-xl font-bold print:block">
          {appName}: {formatMonth(month)}
        </p>
        <p className="text-muted text-sm">
          {m.month_currency({ currency: currency ?? '' })}
          {isOver(month, now) ? null : ` · ${m.month_not_over()}`}
        </p>
      </div>
      <QueryState
        query={query}
        loading={<SkeletonList label={m.month_loading()} shapes={['h-80', 'h-40', 'h-40']} className="gap-4" />}
      >
        {({ accounts, totals }) => (
          // Another month starts anew, also an export that is running.
          <div key={month} className="flex flex-col gap-4 print:block">
            <nav
              aria-label={m.month_sections()}
              className="bg-canvas border-line sticky top-13 z-20 -mx-4 flex overflow-x-auto border-b px-4 print:hidden"
            >
              {SECTIONS.map(({ file, name }) => (
                <a
                  key={file}
                  href={`#${file}`}
                  className="text-brand-ink hover:bg-brand-wash rounded-control px-2.5 py-3 text-sm font-semibold whitespace-nowrap first-letter:uppercase"
                >
                  {name.replace('-', ' ')}
                </a>
              ))}
            </nav>
            <CloseSection month={month} />
            <MonthSection
              anchor="accounts"
              title={m.month_accounts()}
              text={m.month_accounts_text()}
              sum={`${describeSum(m.month_debit(), accounts, 'debit')} · ${describeSum(m.month_credit(), accounts, 'credit')}`}
              action={
                <ExportButton
                  name={`${m.month_file_accounts()}-${month}`}
                  columns={ACCOUNTS.columns}
                  total={accounts.length}
                  readAfter={async () => ({ rows: accounts, invalid: [], count: accounts.length })}
                />
              }
            >
              <MonthTable title={m.month_accounts()} columns={ACCOUNTS.columns} rows={accounts} hidesZeros />
            </MonthSection>
            <FileSection of={BRIDGE} month={month} totals={totals.get('bridge')} />
            <PapersSection month={month} />
            <StatementsSection month={month} />
            <PeopleSection month={month} />
            {MONTH_FILES.map((file) => (
              <FileSection key={file.file} of={file} month={month} totals={totals.get(file.file)} />
            ))}
          </div>
        )}
      </QueryState>
    </main>
  );
}
