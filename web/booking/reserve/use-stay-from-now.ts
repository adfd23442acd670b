import { startOfMinute } from 'date-fns';
import { useMemo, useState } from 'react';
import { describeProblem, PROBLEMS } from '../../../domain/problems.ts';
import { MIN_DURATION_HOURS } from '../../../domain/reservations/reservation.ts';
import { findStayProblem, getDefaultHours, toPeriod } from '../../../domain/reservations/stay.ts';
import { useNow } from '../../ui/platform/use-now.ts';

/** How long a stay that starts now lasts. Its period begins with the present minute; null while the hours are not valid. */
export function useStayFromNow() {
  const now = useNow();
  const [typedHours, setHours] = useState<number | null>(getDefaultHours);
  const problem = findProblem(typedHours, now);
  const hours = problem === undefined ? typedHours : null;
  const minute = startOfMinute(now).toISOString();
  const period = useMemo(
    () => (hours === null ? null : toPeriod({ startTime: minute, durationHours: hours })),
    [minute, hours],
  );
  return { typedHours, setHours, problem, hours, period };
}

function findProblem(hours: number | null, now: Date): string | undefined {
  if (hours === null || hours < MIN_DURATION_HOURS) return PROBLEMS['hours-too-few']();
  const problem = findStayProblem({ start: now, hours }, now);
  return problem === null ? undefined : describeProblem(problem.key, problem.values);
}
