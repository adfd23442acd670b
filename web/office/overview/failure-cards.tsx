import type { UseQueryResult } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { getLocale } from '#language';
import { m } from '#messages';
import { groupBy } from '../../../domain/group-by.ts';
import { formatNumber } from '../../../domain/language/format.ts';
import { formatInCurrency } from '../../../domain/money/money.ts';
import { paths } from '../../paths.ts';
import { formatTime } from '../../ui/platform/format-time.ts';
import { OverviewCard } from './overview-card.tsx';
import { type Figure, useFigures } from './overview-figures.ts';
import { describeNoticeFailure, describePaymentFailure } from './system-status.ts';

/** The payments that were declined in a week, by method and reason. */
export function FailedPaymentsCard() {
  return (
    <FailuresCard
      title={m.health_failed_payments()}
      query={useFigures('failed_payments')}
      toFailure={({ id, method, failure, of_reason, failed_at, user_email, amount, currency }) => ({
        id,
        title: method === 'card' ? m.payment_card() : m.payment_paypal(),
        reason: describePaymentFailure(failure),
        code: failure,
        count: of_reason,
        time: failed_at,
        email: user_email,
        detail: formatInCurrency(amount, currency, getLocale()),
      })}
      emptyText={m.health_failed_payments_none()}
    />
  );
}

/** The notifications that were given up in a week, by kind, channel and error. */
export function FailedNoticesCard() {
  return (
    <FailuresCard
      title={m.health_failed_notices()}
      query={useFigures('failed_notices')}
      toFailure={toFailedNotice}
      emptyText={m.health_failed_notices_none()}
    />
  );
}

function toFailedNotice({ id, kind, channel, error, failed_at, user_email, of_reason }: Figure<'failed_notices'>) {
  const notice = m.notice_title({ kind });
  return {
    id,
    title: channel === 'mail' ? m.health_notice_by_mail({ notice }) : m.health_notice_by_push({ notice }),
    reason: describeNoticeFailure(channel, error),
    code: error,
    count: of_reason,
    time: failed_at,
    email: user_email,
  };
}

type FailuresCardProps<Row> = {
  title: string;
  query: UseQueryResult<Row[]>;
  toFailure: (row: Row) => Failure;
  emptyText: string;
};

function FailuresCard<Row>({ title, query, toFailure, emptyText }: FailuresCardProps<Row>) {
  return (
    <OverviewCard title={title} text={m.health_last_7_days()} query={query} emptyText={emptyText}>
      {(loaded) => <FailureGroups failures={loaded.map(toFailure)} />}
    </OverviewCard>
  );
}

/** Something that failed; those with the same title and reason are shown together. */
type Failure = {
  id: string;
  title: string;
  reason: string;
  /** What was recorded; several codes may have the same reason. */
  code: string | null;
  /** How many there are with the same title and code, shown or not. */
  count: number;
  time: string;
  /** Absent for a driver who has left. */
  email: string | null;
  detail?: string;
};

/** What failed, the most frequent first; each opens the newest of its kind, which lead to their drivers. */
function FailureGroups({ failures }: { failures: readonly Failure[] }) {
  const groups = [...groupBy(failures, ({ title, reason }) => `${title}\n${reason}`).values()];
  const counted = groups.flatMap((group) => (group[0] ? [{ first: group[0], group, count: countAll(group) }] : []));
  return (
    <ul className="divide-line divide-y">
      {counted
        .toSorted((a, b) => b.count - a.count)
        .map(({ first, group, count }) => (
          <li key={`${first.title} ${first.reason}`}>
            <details className="group">
              <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 py-2">
                <span className="min-w-0">
                  <span className="block font-semibold">{first.title}</span>
                  <span className="text-muted block text-sm wrap-anywhere">{first.reason}</span>
                </span>
                <span className="flex items-center gap-2 text-xl font-bold tabular-nums">
                  {formatNumber(count)}
                  <ChevronDown aria-hidden="true" className="size-5 group-open:rotate-180" />
                </span>
              </summary>
              <FailureRows failures={group} count={count} />
            </details>
          </li>
        ))}
    </ul>
  );
}

/** Each failure says how many have its code. */
const countAll = (group: readonly Failure[]) =>
  [...new Map(group.map(({ code, count }) => [code, count])).values()].reduce((sum, count) => sum + count, 0);

function FailureRows({ failures, count }: { failures: readonly Failure[]; count: number }) {
  return (
    <ul aria-label={m.health_newest()} className="pb-3 text-sm">
      {failures.map(({ id, email, time, detail }) => (
        <li key={id} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
          {email === null ? (
            <span className="text-muted">{m.health_driver_gone()}</span>
          ) : (
            <Link
              to={paths.adminTab('users', { q: email })}
              className="inline-flex min-h-11 items-center underline wrap-anywhere"
            >
              {email}
            </Link>
          )}
          <span className="text-muted tabular-nums">
            {detail === undefined ? formatTime(time) : m.health_detail_and_time({ detail, time: formatTime(time) })}
          </span>
        </li>
      ))}
      {count > failures.length ? (
        <li className="text-muted">
          {m.health_newest_of({ shown: formatNumber(failures.length), count: formatNumber(count) })}
        </li>
      ) : null}
    </ul>
  );
}
