import { addDays, getOffset } from '../days/country-time.ts';
import { type DayRange, getCountryDay, touchesDays } from '../days/day-range.ts';
import type { Period } from '../days/period.ts';
import { formatClock, formatDay, formatList, formatWeekday } from '../language/format.ts';
import { dayOf, isWithin, MONDAY, type WeekWindow } from '../money/rates.ts';
import type { ProblemKey } from '../problems.ts';
import { formatMinutes, type ReservationProblem } from '../reservations/times.ts';

/** When a zone is open, null for always, and the days on which it is closed. */
export type ZoneTimes = {
  openingHours: readonly WeekWindow[] | null;
  days: readonly (DayRange & { kind: string; name: string })[];
};

/** The rule of opening hours that a stay breaks, as the database says it; null for none. A change is checked where it is new. */
export function findClosing({ openingHours, days }: ZoneTimes, stay: Period, before: Period | null = null) {
  const isClosedOn = (day: ZoneTimes['days'][number]) =>
    day.kind === 'closed' && touchesDays(day, stay) && !(before && touchesDays(day, before));
  const closedDay = days.find(isClosedOn);
  for (const [edge, field] of [
    ['startsAt', 'start'],
    ['endsAt', 'duration'],
  ] as const) {
    const moment = edge === 'startsAt' ? stay.startsAt : new Date(stay.endsAt.getTime() - 1);
    const time = moment.getTime() + getOffset(moment);
    const isKept = before?.[edge].getTime() === stay[edge].getTime();
    const isOpen = isKept || openingHours === null || openingHours.some((window) => isWithin(window, time));
    const ofDay = openingHours?.filter((window) => window.days.includes(dayOf(time))).map(formatTimes) ?? [];
    const problem = (key: ProblemKey, message: string): ReservationProblem => ({ key, field, values: { message } });
    if (!isOpen && ofDay.length > 0) return problem('zone-outside-hours', ofDay.join(', '));
    if (!isOpen) return problem('zone-closed', formatDay(moment));
    if (closedDay && (edge === 'endsAt' || closedDay.first <= getCountryDay(moment)))
      return problem('zone-closed', closedDay.name);
  }
  return null;
}

const formatTimes = ({ from, to }: WeekWindow): string => {
  const times = [from, to].map((minute) => formatClock(new Date(MONDAY.getTime() + minute * 60_000)));
  return (to - from) % 1440 === 0 ? formatMinutes(1440) : times.join(' – ');
};

function formatWeekdays(days: string): string {
  const names = [...days].map((day) => formatWeekday(addDays(MONDAY, Number(day) - 1)));
  return names.length > 2 && '1234567'.includes(days) ? `${names[0]}–${names.at(-1)}` : formatList(names);
}

/** Such as 'Mon–Fri: 6:00 AM – 10:00 PM'. */
export const formatWeekWindow = (window: WeekWindow): string =>
  `${formatWeekdays(window.days)}: ${formatTimes(window)}`;
