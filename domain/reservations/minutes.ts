import { m } from '#messages';

const MINUTES_PER_HOUR = 60;

/** Such as '45 min', '2 hr' or '2 hr 5 min'; rounded down. */
export function formatMinutes(minutes: number): string {
  const whole = Math.max(0, Math.floor(minutes));
  const hours = Math.floor(whole / MINUTES_PER_HOUR);
  const rest = whole % MINUTES_PER_HOUR;
  if (hours === 0) return m.duration_minutes({ minutes: rest });
  return rest === 0 ? m.duration_hours({ hours }) : m.duration_hours_minutes({ hours, minutes: rest });
}
