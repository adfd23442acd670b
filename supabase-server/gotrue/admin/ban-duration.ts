import { validationFailed } from '../auth-error.ts';

const SECONDS_BY_UNIT: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};
const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;
const DURATION = new RegExp(`^(?:${PART.source})+$`);
/** The longest duration of Go, in which GoTrue is written: 292 years. */
const MAX_SECONDS = 2 ** 63 / 1e9;

/**
 * The seconds of a duration in Go's format, such as `24h` or `2h45m`; 0 for `none`, which lifts a ban.
 * @throws AuthError `validation_failed`
 */
export function parseBanDuration(text: string): number {
  if (text === 'none' || text === '0') return 0;
  const parts = DURATION.test(text) ? [...text.matchAll(PART)] : [];
  const seconds = parts.reduce((sum, [, number, unit = '']) => sum + Number(number) * (SECONDS_BY_UNIT[unit] ?? 0), 0);
  if (parts.length > 0 && seconds <= MAX_SECONDS) return seconds;
  throw validationFailed(
    'invalid format for ban duration: ban_duration takes none or hours, minutes and seconds such as 24h or 2h45m',
  );
}
