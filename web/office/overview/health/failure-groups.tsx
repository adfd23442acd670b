import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { m } from '#messages';
import { formatNumber } from '../../../../domain/language/format.ts';
import { paths } from '../../../paths.ts';
import { formatTime } from '../../../ui/format-time.ts';

/** Something that failed; those with the same title and reason are shown together. */
export type Failure = {
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
export function FailureGroups({ failures }: { failures: readonly Failure[] }) {
  const groups = Object.values(Object.groupBy(failures, ({ title, reason }) => `${title}\n${reason}`));
  const counted = groups.flatMap((group) => (group?.[0] ? [{ first: group[0], group, count: countAll(group) }] : []));
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
