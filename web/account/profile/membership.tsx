import { useQuery } from '@tanstack/react-query';
import { m } from '#messages';
import { formatDayWithYear, formatNumber } from '../../../domain/language/format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useProblemToast } from '../../ui/use-problem-toast.ts';
import { loadMembership } from './data.ts';

/** How many trips the signed-in person has completed, and since when they have their account. */
export function Membership({ userId }: { userId: string }) {
  const membership = useQuery({ queryKey: ['membership', userId], queryFn: () => loadMembership(userId) });
  useProblemToast(membership.error);
  if (membership.data === undefined) return membership.isError ? <span /> : <Skeleton className="h-11 w-36" />;
  const { completedTrips: count, memberSince } = membership.data;
  return (
    <p className="flex flex-col">
      <span className="font-semibold tabular-nums">
        {m.account_completed_trips({ count, number: formatNumber(count) })}
      </span>
      <span className="text-sm text-muted">{m.account_member_since({ day: formatDayWithYear(memberSince) })}</span>
    </p>
  );
}
