import { Star } from 'lucide-react';
import { m } from '#messages';

/** Every driver of a demo has this rating and this number of trips. */
const RATING = 4.93;
const TRIPS = 127;

export function SampleTrips() {
  return (
    <p className="flex flex-wrap items-center gap-1.5">
      <Star aria-hidden="true" className="size-5 fill-current text-brand" />
      <span className="sr-only">{m.field_rating()}</span>
      <span className="font-semibold tabular-nums">{RATING}</span>
      <span className="text-muted">{m.account_trips({ count: TRIPS })}</span>
    </p>
  );
}
