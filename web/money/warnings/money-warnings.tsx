import { useQuery } from '@tanstack/react-query';
import { millisecondsInMinute } from 'date-fns/constants';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatNumber } from '../../../domain/language/format.ts';
import { formatMoneyOf } from '../../../domain/money/money.ts';
import { paths } from '../../paths.ts';
import { QueryProblem } from '../../ui/feedback/query-state.tsx';
import { buttonClass } from '../../ui/form/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { formatTime } from '../../ui/platform/format-time.ts';
import { moneyKeys } from '../keys.ts';
import { ManualRefund } from '../payment-item.tsx';
import type { Refund } from '../refunds.ts';
import { DifferenceActions } from './difference-actions.tsx';
import {
  DIFFERENCES_VIEW,
  type Difference,
  describeDifference,
  describePlace,
  getAmount,
  loadWarnings,
} from './money-differences.ts';

const CHECK_EVERY_MS = 5 * millisecondsInMinute;

export function MoneyWarnings() {
  const query = useQuery({
    queryKey: moneyKeys.warnings(),
    queryFn: ({ signal }) => loadWarnings(getNow(), signal),
    refetchInterval: CHECK_EVERY_MS,
  });
  if (query.isError && query.data === undefined)
    return <QueryProblem query={query} failedText={m.problem_money_warnings_not_loaded()} />;
  if (query.data === undefined) return null;
  const { differences, disputes, alarms, months, ...refunds } = query.data;
  if (alarms + months.length + refunds.manual.length + refunds.failed.length === 0) return null;
  return (
    <section aria-label={m.money_warnings_title()}>
      <Card className="border-danger! flex flex-col gap-4 p-5">
        <h3 className="flex items-center gap-2 text-lg font-bold">
          <TriangleAlert aria-hidden="true" className="text-danger size-5 shrink-0" />
          {m.money_warnings_title()}
        </h3>
        {Object.entries({ [m.money_differences()]: differences, [m.money_disputes_old()]: disputes }).map(
          ([label, list]) =>
            list.length === 0 ? null : (
              <ul key={label} aria-label={label} className="divide-line divide-y">
                {list === disputes && <li className="text-danger py-3 font-semibold">{label}</li>}
                {list.map((difference) => (
                  <DifferenceItem key={difference.id} difference={difference} />
                ))}
              </ul>
            ),
        )}
        {alarms > differences.length + disputes.length ? (
          <DifferencesLink>{m.money_differences_more({ count: formatNumber(alarms) })}</DifferencesLink>
        ) : null}
        {months.map(({ month, alarm }) => (
          <Link key={month} to={`${paths.accountingMonth}?month=${month.slice(0, 7)}`} className="underline">
            {m[`money_month_${alarm ?? 'late'}` as const]({ month: month.slice(0, 7) })}
          </Link>
        ))}
        {(['manual', 'failed'] as const).map((state) =>
          refunds[state].length === 0 ? null : (
            <ul key={state} aria-label={m[`money_${state}_refunds` as const]()} className="divide-line divide-y">
              {refunds[state].map((refund) => (
                <RefundWarning key={refund.id} refund={refund} state={state} />
              ))}
            </ul>
          ),
        )}
      </Card>
    </section>
  );
}

export function DifferencesLink({ children }: { children: React.ReactNode }) {
  return (
    <Link to={paths.adminTab('overview', DIFFERENCES_VIEW)} className={buttonClass('secondary', 'self-start', 'small')}>
      {children}
    </Link>
  );
}

function RefundWarning({ refund, state }: { refund: Refund; state: 'manual' | 'failed' }) {
  const { amount, createdAt, error } = refund;
  const text = m[`money_${state}_refund` as const]({ amount: formatMoneyOf(amount), time: formatTime(createdAt) });
  return (
    <li className="flex flex-col gap-2 py-3">
      <p className="font-semibold">{text}</p>
      {error === null ? null : <p className="text-muted text-sm wrap-anywhere">{error}</p>}
      {state === 'manual' ? (
        <ManualRefund refund={refund} />
      ) : (
        <p className="text-muted text-sm">{m.money_failed_refund_text()}</p>
      )}
    </li>
  );
}

function DifferenceItem({ difference }: { difference: Difference }) {
  const { createdAt } = difference;
  const amount = getAmount(difference);
  const { found, todo } = describeDifference(difference.kind);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-semibold">{found}</p>
        <p className="text-sm">{todo}</p>
        <p className="text-muted text-sm wrap-anywhere">
          {describePlace(difference, ...(amount === null ? [] : [formatMoneyOf(amount)]), formatTime(createdAt))}
        </p>
      </div>
      <DifferenceActions difference={difference} />
    </li>
  );
}
