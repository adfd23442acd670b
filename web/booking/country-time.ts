import { m } from '#messages';
import { formatClockInCountry, formatDayInCountry } from '../../domain/language/format.ts';
import { getStayEnd, type Stay } from '../../domain/reservations/stay.ts';

/** Of America/Santo_Domingo, which has it all year, as `getTimezoneOffset` counts. */
const COUNTRY_OFFSET_MINUTES = 240;

const isElsewhere = (moment: Date): boolean => moment.getTimezoneOffset() !== COUNTRY_OFFSET_MINUTES;

/** Such as 'Mar 02, 2026, 9:00 AM in Santo Domingo'; null on a device that shows this time anyway. */
export function formatStartInCountry(start: Date): string | null {
  return isElsewhere(start) ? m.time_in_country({ time: formatMomentInCountry(start) }) : null;
}

/** Such as 'Mar 02, 2026, 9:00 AM to 12:00 PM in Santo Domingo'; null on a device that shows these times anyway. */
export function formatStayInCountry(stay: Stay): string | null {
  const [start, end] = [new Date(stay.startTime), getStayEnd(stay)];
  if (!isElsewhere(start) && !isElsewhere(end)) return null;
  const isOneDay = formatDayInCountry(start) === formatDayInCountry(end);
  const time = m.stay_start_and_end({
    start: formatMomentInCountry(start),
    end: isOneDay ? formatClockInCountry(end) : formatMomentInCountry(end),
  });
  return m.time_in_country({ time });
}

function formatMomentInCountry(moment: Date): string {
  return m.day_and_time({ day: formatDayInCountry(moment), time: formatClockInCountry(moment) });
}
