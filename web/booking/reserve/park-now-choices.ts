import { startOfMinute } from 'date-fns';
import { useMemo, useRef, useState } from 'react';
import { m } from '#messages';
import { createPeriod } from '../../../domain/days/period.ts';
import { describeProblem } from '../../../domain/problems.ts';
import { MIN_DURATION_HOURS } from '../../../domain/reservations/reservation.ts';
import { findReservationProblem, getDefaultHours } from '../../../domain/reservations/times.ts';
import { useOwnVehicles } from '../../account/vehicles/vehicles.ts';
import { useNow } from '../../ui/platform/use-now.ts';

/** How long a reservation that starts now lasts. Its period begins with the present minute; null while the hours are not valid. */
export function useReservationFromNow() {
  const now = useNow();
  const [typedHours, setHours] = useState<number | null>(getDefaultHours);
  const problem = findProblem(typedHours, now);
  const hours = problem === undefined ? typedHours : null;
  const minute = startOfMinute(now).getTime();
  const period = useMemo(() => (hours === null ? null : createPeriod(new Date(minute), hours)), [minute, hours]);
  return { typedHours, setHours, problem, hours, period };
}

function findProblem(hours: number | null, now: Date): string | undefined {
  if (hours === null || hours < MIN_DURATION_HOURS) return m.problem_hours_too_few();
  const problem = findReservationProblem(createPeriod(now, hours), now);
  return problem === null ? undefined : describeProblem(problem.key, problem.values);
}

/** The vehicle of a driver to park: the chosen one, else the default; null without any. */
export function useVehicleChoice(userId: string) {
  const all = useOwnVehicles(userId);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const element = useRef<HTMLElement>(null);
  const chosen = all.data?.find(({ id }) => id === chosenId) ?? all.data?.[0] ?? null;
  return {
    all,
    chosen,
    choose: setChosenId,
    /** Asks for a vehicle where there is none. */
    require: () => {
      setTries(tries + 1);
      element.current?.focus();
    },
    tries,
    problem: tries > 0 && chosen === null ? describeProblem('vehicle-required') : undefined,
    focusRef: (found: HTMLElement | null) => {
      element.current = found;
    },
  };
}
