import { millisecondsInMinute } from 'date-fns/constants';
import * as z from 'zod';
import { m } from '#messages';
import type { Column } from '../columns.ts';
import { addDays, format, getOffset, parseTime } from '../days/country-time.ts';
import type { Period } from '../days/period.ts';
import { formatClock, formatDays, formatList, formatWeekday } from '../language/format.ts';
import { formatMoney } from '../money/money.ts';
import { daysSchema, isWithin } from '../money/rates.ts';
import { describeProblem } from '../problems.ts';

const hoursSchema = z.array(daysSchema).nullable();

/** Windows in which a zone is open, as `*_special_days.sql` has them; null: always. */
export type OpeningHours = z.infer<typeof hoursSchema>;

/** A day of the country such as '2026-12-25', with what is special then. */
export const specialDaySchema = z.object({
  id: z.string(),
  zone_id: z.string().nullable(),
  first_day: z.string(),
  last_day: z.string(),
  kind: z.enum(['closed', 'table', 'event']),
  price: z.number().nullable(),
  name: z.string(),
});

type SpecialDay = Omit<z.infer<typeof specialDaySchema>, 'id' | 'zone_id' | 'first_day' | 'last_day'> & {
  firstDay: string;
  lastDay: string;
};

/** Monday, 1, of a week whose days have these names. */
const MONDAY = parseTime('2024-01-01');
const nameDay = (digit: string) => formatWeekday(addDays(MONDAY, Number(digit) - 1));
const formatMinute = (minute: number) => formatClock(new Date(MONDAY.getTime() + minute * millisecondsInMinute));

/** Such as 'Mon – Fri' for days that follow each other, and 'Mon, Wed'. */
function formatWeekdays(days: string): string {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const isRun = days.length > 2 && '1234567'.includes(days);
  return isRun ? `${nameDay(first)}\u00a0– ${nameDay(last)}` : formatList(Array.from(days, nameDay));
}

/** Such as 'Mon – Fri 6:00 AM – 10:00 PM' for each window. */
export function formatOpeningHours(hours: OpeningHours): string {
  if (hours === null) return m.opening_hours_always();
  return formatList(
    hours.map(({ days, from, to }) => {
      const clock =
        from === 0 && to === 1440 ? m.opening_hours_all_day() : `${formatMinute(from)}\u00a0– ${formatMinute(to)}`;
      return days === '1234567' ? clock : `${formatWeekdays(days)} ${clock}`;
    }),
  );
}

/** What drivers read of special days. */
export function formatSpecialDay({ kind, name, price, firstDay, lastDay }: SpecialDay): string {
  const values = { name, days: formatDays(firstDay, lastDay) };
  if (kind === 'closed') return m.special_day_closed(values);
  return kind === 'event'
    ? m.special_day_event({ ...values, price: formatMoney(price ?? 0) })
    : m.special_day_table(values);
}

const isOpenAt = (hours: OpeningHours, time: Date) =>
  hours === null || hours.some((window) => isWithin(window, time.getTime() + getOffset(time)));

/** Why a zone takes no stay at this time, or null; the database decides it by the same rules. */
export function describeClosure(
  { openingHours, specialDays }: { openingHours: OpeningHours; specialDays: readonly SpecialDay[] },
  { startsAt, endsAt }: Period,
): string | null {
  const last = new Date(endsAt.getTime() - 1);
  const [from, to] = [startsAt, last].map((time) => format(time, 'yyyy-MM-dd')) as [string, string];
  const closed = specialDays.find(
    ({ kind, firstDay, lastDay }) => kind === 'closed' && firstDay <= to && lastDay >= from,
  );
  if (closed) return describeProblem('zone-closed', { message: closed.name });
  if (isOpenAt(openingHours, startsAt) && isOpenAt(openingHours, last)) return null;
  return describeProblem('zone-outside-hours', { message: formatOpeningHours(openingHours) });
}

export const openingHoursColumn: Column<OpeningHours> = {
  label: m.zone_opening_hours(),
  input: { kind: 'own' },
  initial: null,
  typed: hoursSchema,
  stored: hoursSchema.default(null),
  format: (hours) => formatOpeningHours(hours as OpeningHours),
};
