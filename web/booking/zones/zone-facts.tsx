import { clsx } from 'clsx';
import { Star } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { m } from '#messages';
import { countHours, type Period } from '../../../domain/days/period.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { formatNumber, formatRating } from '../../../domain/language/format.ts';
import { calculatePrice, formatHourlyRate, formatMoney, formatRateRange } from '../../../domain/money/money.ts';
import { formatMinutes } from '../../../domain/reservations/times.ts';
import { calculateDistanceKm, formatKm, type Position } from '../../../domain/zones/distance.ts';
import type { Zone } from '../../../domain/zones/zone.ts';
import { Stars } from '../../ui/form/stars.tsx';
import { Badge } from '../../ui/layout/badge.tsx';

type ZoneFactsProps = {
  zone: Zone;
  /** The chosen time, whose total is shown in the place of the price per hour. */
  period: Period | null;
  near?: Position | null;
  formatRate?: (hourlyRate: number) => string;
};

/** The price or the total, the free spaces, the distance and the rating of a zone, for one line of a list. */
export function ZoneFacts({ zone, period, near = null, formatRate = formatHourlyRate }: ZoneFactsProps) {
  return (
    <>
      <span className="font-bold">
        {period === null || zone.hasRates
          ? formatRateRange(zone, formatRate)
          : formatRateRange(zone, (rate) => formatTotal(rate, countHours(period)))}
      </span>
      <FreeBadge zone={zone} />
      {near === null || zone.position === null ? null : (
        <span className="tabular-nums">{formatKm(calculateDistanceKm(near, zone.position))}</span>
      )}
      <RatingInList zone={zone} />
    </>
  );
}

const formatTotal = (hourlyRate: number, hours: number) =>
  m.zone_total({ total: formatMoney(calculatePrice({ hourlyRate, hours })), duration: formatMinutes(hours * 60) });

/** The average of a zone and the number of its ratings, for one line of a list; nothing without any. */
function RatingInList({ zone }: { zone: Zone }) {
  const count = countRatings(zone);
  if (count === 0) return null;
  return (
    <span className="text-muted inline-flex items-center gap-1 tabular-nums">
      <Star aria-hidden="true" className="text-brand size-3.5 fill-current" />
      <span className="sr-only">{m.zone_rating()}</span>
      {formatRating(zone.rating)}
      <span>{m.zone_ratings_count_short({ number: formatNumber(count) })}</span>
    </span>
  );
}

export function FreeBadge({ zone }: { zone: Pick<Zone, 'availableSpaces' | 'hasSpaces'> }) {
  const count = zone.availableSpaces;
  if (zone.hasSpaces === false) return <Badge tone="neutral">{m.zone_no_spaces_yet()}</Badge>;
  return count > 0 ? (
    <Badge tone="positive">{m.zone_free_spaces({ count })}</Badge>
  ) : (
    <Badge tone="danger">{m.zone_full()}</Badge>
  );
}

type ZoneOptionProps = {
  zone: Pick<Zone, 'id' | 'name' | 'address'>;
  group: { name: string; chosenId: string | null; onChoose: (zoneId: string) => void };
  className: string;
  isShort?: boolean;
  children: ReactNode;
};

export function ZoneOption({ zone, group, className, isShort = false, children }: ZoneOptionProps) {
  const id = useId();
  return (
    <label htmlFor={`${id}-radio`} className={clsx('flex cursor-pointer items-center gap-3', className)}>
      <input
        type="radio"
        id={`${id}-radio`}
        name={group.name}
        checked={group.chosenId === zone.id}
        onChange={() => group.onChoose(zone.id)}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-facts`}
        className="border-field-line checked:border-brand checked:bg-on-brand size-6 shrink-0 cursor-pointer appearance-none rounded-full border-2 checked:border-7"
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span id={`${id}-name`} className="line-clamp-2 font-semibold">
          {zone.name}
        </span>
        <span id={`${id}-facts`} className="block">
          <span className={clsx('text-muted block text-sm', isShort && 'truncate')}>{zone.address}</span>
          <span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">{children}</span>
        </span>
      </span>
    </label>
  );
}

export function RatingAverage({ zone }: { zone: RatedZone }) {
  const count = countRatings(zone);
  if (count === 0) return <span className="text-sm text-muted">{m.zone_ratings_none()}</span>;
  return (
    <span className="inline-flex items-center gap-1.5 text-sm">
      <Stars value={zone.rating} />
      <span className="font-semibold">{formatRating(zone.rating)}</span>
      <span className="text-muted">{m.zone_ratings_count({ count, number: formatNumber(count) })}</span>
    </span>
  );
}

const FEWEST_SAMPLE_RATINGS = 50;
const SAMPLE_RATINGS_SPREAD = 100;

type RatedZone = Pick<Zone, 'id' | 'rating' | 'numberOfRatings'>;

/** The number of ratings; where nobody rates it is from 50 to 149 and always the same for a zone. */
function countRatings({ id, numberOfRatings }: RatedZone): number {
  if (getInstallation().keepsRatings) return numberOfRatings;
  const sum = Array.from(id).reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
  return FEWEST_SAMPLE_RATINGS + (sum % SAMPLE_RATINGS_SPREAD);
}
