import { m } from '#messages';
import { isSameDay } from '../../../domain/days/country-time.ts';
import { formatDay, getClock } from '../../../domain/language/format.ts';
import { formatHourlyRate } from '../../../domain/money/money.ts';
import type { Period } from '../../../domain/zones/occupancy.ts';
import { getHourlyRate, type Space } from '../../../domain/zones/zone.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoment } from '../parking-time.ts';
import type { ReserveTarget } from './data.ts';
import { useReservationOffers } from './use-reservation-offers.ts';

type ReservationOffersProps = {
  target: ReserveTarget;
  /** When the space is taken. */
  period: Period;
  onTakeSpace: (space: Space) => void;
  onChooseStart: (start: Date) => void;
};

/** Ways out of a conflict: another space of the zone for the same time, or the same space later. */
export function ReservationOffers({ target, period, onTakeSpace, onChooseStart }: ReservationOffersProps) {
  const offers = useReservationOffers(target, period);
  if (offers === undefined) return null;
  const { space, starts } = offers;
  if (space === null && starts.length === 0) {
    return <p className="text-sm">{m.reserve_no_offers()}</p>;
  }
  return (
    <ul aria-label={m.reserve_offers_label()} className="divide-y divide-line rounded-card border border-line">
      {space === null ? null : (
        <Offer
          text={m.reserve_offer_space({ space: space.name })}
          detail={formatRateChange(target, space)}
          action={m.reserve_offer_take({ space: space.name })}
          onAccept={() => onTakeSpace(space)}
        />
      )}
      {starts.map((start) => (
        <Offer
          key={start.toISOString()}
          text={formatFreeFrom(start, period.from)}
          action={m.reserve_offer_choose()}
          label={m.reserve_offer_choose_start({ moment: formatMoment(start, period.from) })}
          onAccept={() => onChooseStart(start)}
        />
      ))}
    </ul>
  );
}

type OfferProps = {
  text: string;
  detail?: string | null;
  action: string;
  /** Names the button where its text is not enough. */
  label?: string;
  onAccept: () => void;
};

function Offer({ text, detail = null, action, label, onAccept }: OfferProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-1.5 pr-1.5 pl-4">
      <span className="min-w-0 flex-[1_1_8rem]">
        <span className="block font-semibold">{text}</span>
        {detail === null ? null : <span className="block text-sm text-muted">{detail}</span>}
      </span>
      <Button variant="secondary" className="px-4" aria-label={label} onClick={onAccept}>
        {action}
      </Button>
    </li>
  );
}

function formatFreeFrom(start: Date, wanted: Date): string {
  return isSameDay(start, wanted)
    ? m.reserve_offer_start(getClock(start))
    : m.reserve_offer_start_on_day({ ...getClock(start), day: formatDay(start) });
}

/** The rate of the other space, when it is not the same. */
function formatRateChange({ space, zone }: ReserveTarget, other: Space): string | null {
  const rate = getHourlyRate(other, zone);
  return rate === getHourlyRate(space, zone) ? null : formatHourlyRate(rate);
}
