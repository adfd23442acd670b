import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleCheck, CircleX, Info } from 'lucide-react';
import { useRef } from 'react';
import { type Control, useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { m } from '#messages';
import { isSamePeriod, overlap, type Period } from '../../../domain/days/period.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { formatHourlyRate } from '../../../domain/money/money.ts';
import { formatPlace, type Reservation } from '../../../domain/reservations/reservation.ts';
import { findClosing } from '../../../domain/zones/opening-hours.ts';
import { getHourlyRate, type Space } from '../../../domain/zones/zone.ts';
import { useUser } from '../../account/session/session-provider.tsx';
import { isSpaceFree } from '../../data/occupancy.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/form/button.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { useDebounced } from '../../ui/platform/use-debounced.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { useOnce } from '../../ui/platform/use-once.ts';
import { ReservationFields } from '../arrival/reservation-fields.tsx';
import { toStartValues } from '../arrival/reservation-values.ts';
import { bookingKeys } from '../keys.ts';
import { useOpenReservations } from '../lists/reservations-of-driver.ts';
import { formatMoment, formatStartAndEnd, sayMoment } from '../parking-time.ts';
import { useZoneTimes } from '../zones/zone-times.ts';
import { findReservationOffers, type NewReservation, type ReserveTarget } from './new-reservation.ts';
import { type CompleteReserveValues, findBookablePeriod, type ReserveValues } from './reserve-values.ts';

type ReserveWhenProps = {
  target: ReserveTarget;
  availability: ReturnType<typeof useReserveAvailability>;
  /** Moves the focus to the line that says whether the space is free: the driver has just switched to this space. */
  isFocused: boolean;
  onTakeSpace: (space: Space) => void;
};

/** Date, time and hours, whether the space is free then, and what else there is when it is not. */
export function ReserveWhen({ target, availability, isFocused, onTakeSpace }: ReserveWhenProps) {
  const { period, isFree, closing, ref } = availability;
  const { setValue } = useFormContext<ReserveValues>();
  useOnce(isFocused, () => ref.current?.focus());
  const chooseStart = (start: Date) => {
    const { date, time } = toStartValues(start);
    setValue('date', date, { shouldDirty: true, shouldValidate: true });
    setValue('time', time, { shouldDirty: true, shouldValidate: true });
    // The button goes away, and with it the focus.
    ref.current?.focus();
  };
  return (
    <FormSection title={m.reservation_when()}>
      <ReservationFields closing={closing} />
      <div ref={ref} role="status" tabIndex={-1} className="min-h-6 scroll-mt-17 text-sm font-semibold outline-none">
        {isFree === undefined ? null : <FreeNote isFree={isFree} />}
      </div>
      {period !== null && isFree === false ? (
        <ReservationOffers target={target} period={period} onTakeSpace={onTakeSpace} onChooseStart={chooseStart} />
      ) : null}
    </FormSection>
  );
}

type FreeNoteProps = { isFree: boolean; taken?: string };

/** Says whether a space is free at a time. */
export function FreeNote({ isFree, taken = m.reserve_is_taken() }: FreeNoteProps) {
  const Icon = isFree ? CircleCheck : CircleX;
  return (
    <p className={clsx('flex items-center gap-2', isFree ? 'text-positive' : 'text-danger')}>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {isFree ? m.reserve_is_free() : taken}
    </p>
  );
}

/** Says before the driver pays that they have the space, or that their vehicle has another one. */
export function OwnReservation({ reservation, isSameSpace }: { reservation: Reservation; isSameSpace: boolean }) {
  const place = formatPlace(reservation);
  const time = formatStartAndEnd(reservation);
  return (
    <p className="flex items-center gap-2 text-brand-ink">
      <Info aria-hidden="true" className="size-5 shrink-0" />
      <Link to={`${paths.reservations}?reservation=${reservation.id}`} className="min-w-0 underline">
        {isSameSpace ? m.reserve_is_own({ time }) : m.reserve_vehicle_is_booked({ place, time })}
      </Link>
    </p>
  );
}

/** How long the form has to stay unchanged before the request. */
const QUIET_MS = 400;
/** A taken space may become free while the driver thinks about it. */
const TAKEN_REFRESH_MS = 30_000;

type FormControl = Control<ReserveValues, unknown, CompleteReserveValues>;

/**
 * The time in the form when it can be booked, whether the space is free then, and in `closing` why the zone takes nobody. `isFree` is
 * undefined while it is not known, as after a failed request: confirming checks again and shows the error.
 * @param uncertain a booking whose outcome is unknown: the space may be taken by it, and its driver can try again
 * @param changed the reservation that the form changes
 */
export function useReserveAvailability(
  control: FormControl,
  { space: { id: spaceId }, zone }: ReserveTarget,
  uncertain: NewReservation | null,
  changed: Reservation | null = null,
) {
  const [date, time, hours, vehicleId] = useWatch({ control, name: ['date', 'time', 'hours', 'vehicleId'] });
  const period = findBookablePeriod({ date, time, hours }, useNow());
  const isUncertain = uncertain !== null && isSamePeriod(uncertain, period);
  const booked = useOwnReservation(period, { spaceId, vehicleId, changed });
  // The driver already has the space at its time.
  const isFree = useIsFree(spaceId, period, changed?.spaceId === spaceId ? changed : null);
  const times = useZoneTimes(zone.id).data;
  const closing = (times && period && findClosing(times, period, changed)) ?? null;
  const ref = useRef<HTMLDivElement>(null);
  return {
    spaceId,
    period,
    closing,
    isFree: closing || isUncertain || (booked !== null && booked.spaceId === spaceId) ? undefined : isFree,
    /** The driver's own reservation that keeps them from this one; null without one. */
    booked: isUncertain ? null : booked,
    /** Set on the element that says whether the space is free. */
    ref,
    /** Brings that element into view, with what the driver can do when the space is taken. */
    show: () => {
      ref.current?.focus({ preventScroll: true });
      // The summary covers the rest of the screen.
      ref.current?.scrollIntoView({ block: 'start' });
    },
  };
}

type Wanted = { spaceId: string; vehicleId: string; changed: Reservation | null };

/** The driver's reservation of the same space or with the same vehicle at this time. */
function useOwnReservation(period: Period | null, { spaceId, vehicleId, changed }: Wanted): Reservation | null {
  const open = useOpenReservations(useUser()?.id ?? null).data?.rows ?? [];
  if (period === null || !getInstallation().keepsVehicles) return null;
  const isInTheWay = (one: Reservation) => one.spaceId === spaceId || one.vehicle.id === vehicleId;
  return open.find((one) => one.id !== changed?.id && overlap(one, period) && isInTheWay(one)) ?? null;
}

function useIsFree(spaceId: string, period: Period | null, own: Period | null): boolean | undefined {
  const latest = period === null ? null : `${period.startsAt.toISOString()} ${period.endsAt.toISOString()}`;
  const isSettled = useDebounced(latest, QUIET_MS) === latest;
  const { data } = useQuery({
    queryKey: bookingKeys.availability(spaceId, period),
    queryFn: () => period !== null && isSpaceFree(spaceId, period, 'availability-not-checked', own),
    enabled: period !== null && isSettled,
    refetchInterval: ({ state }) => state.data === false && TAKEN_REFRESH_MS,
  });
  return isSettled ? data : undefined;
}

type ReservationOffersProps = {
  target: ReserveTarget;
  period: Period;
  onTakeSpace: (space: Space) => void;
  onChooseStart: (start: Date) => void;
};

/** Ways out of a conflict: another space of the zone for the same time, or the same space later. */
export function ReservationOffers({ target, period, onTakeSpace, onChooseStart }: ReservationOffersProps) {
  // Without them the driver can still choose another time.
  const { data } = useQuery({
    queryKey: bookingKeys.availability('offers', target.space.id, period),
    queryFn: () => findReservationOffers(target, period),
  });
  if (data === undefined) return null;
  const { space, starts } = data;
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
          text={sayMoment(start, period.startsAt, m.reserve_offer_start, m.reserve_offer_start_on_day)}
          action={m.reserve_offer_choose()}
          label={m.reserve_offer_choose_start({ moment: formatMoment(start, period.startsAt) })}
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

/** The rate of the other space, when it is not the same. */
function formatRateChange({ space, zone }: ReserveTarget, other: Space): string | null {
  const rate = getHourlyRate(other, zone);
  return rate === getHourlyRate(space, zone) ? null : formatHourlyRate(rate);
}
