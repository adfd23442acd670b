const TIME_ZONE = 'America/Santo_Domingo';

// Bureau of Public Roads, Traffic Assignment Manual (1964): travel time = free flow x (1 + 0.15 (volume / capacity)^4).
const BPR_ALPHA = 0.15;
const BPR_BETA = 4;

/** Estimated volume over capacity on the hour, from midnight; docs/maps.md says where the shape comes from. */
const WORKING_DAY = [
  0.3, 0.2, 0.2, 0.2, 0.3, 0.6, 1.1, 1.5, 1.5, 1.25, 1.15, 1.2, 1.35, 1.3, 1.2, 1.25, 1.4, 1.6, 1.6, 1.4, 1.1, 0.9, 0.7,
  0.5,
];
const SATURDAY = [
  0.45, 0.35, 0.3, 0.25, 0.25, 0.4, 0.6, 0.8, 1.0, 1.1, 1.2, 1.3, 1.3, 1.2, 1.1, 1.1, 1.15, 1.2, 1.2, 1.1, 1.0, 0.9,
  0.8, 0.6,
];
const SUNDAY = [
  0.5, 0.4, 0.3, 0.25, 0.2, 0.25, 0.35, 0.45, 0.6, 0.75, 0.85, 0.95, 1.0, 0.95, 0.9, 0.9, 0.95, 1.05, 1.1, 1.0, 0.85,
  0.7, 0.55, 0.4,
];

const localParts = new Intl.DateTimeFormat('en-US', {
  timeZone: TIME_ZONE,
  weekday: 'short',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
});

/**
 * How many times longer than in free flow a drive takes that starts at `now` in Santo Domingo: an estimate by hour and
 * kind of day, at least 1, the same for the same time.
 */
export function getCongestionFactor(now: Date): number {
  const parts = new Map(localParts.formatToParts(now).map(({ type, value }) => [type, value]));
  const hour = Number(parts.get('hour'));
  const share = Number(parts.get('minute')) / 60;
  const day = dayProfile(parts.get('weekday'));
  const load = (day[hour] ?? 0) * (1 - share) + (day[(hour + 1) % day.length] ?? 0) * share;
  return 1 + BPR_ALPHA * load ** BPR_BETA;
}

function dayProfile(weekday: string | undefined): readonly number[] {
  if (weekday === 'Sat') return SATURDAY;
  if (weekday === 'Sun') return SUNDAY;
  return WORKING_DAY;
}
