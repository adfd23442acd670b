import { clsx } from 'clsx';
import { CircleParking, Navigation, Pencil, ReceiptText, RotateCcw, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { m } from '#messages';
import { countHours } from '../../../domain/days/period.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import {
  formatPlace,
  formatSpaceName,
  formatStoredVehicle,
  isLocalReservation,
  type Reservation,
} from '../../../domain/reservations/reservation.ts';
import { getMsSinceEnd } from '../../../domain/reservations/times.ts';
import type { RatedReservation } from '../../navigation-state.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/form/button.tsx';
import { IconButton } from '../../ui/form/icon-button.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { getNow } from '../../ui/platform/clock.ts';
import { formatDayAndTime } from '../../ui/platform/format-time.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { useOnce } from '../../ui/platform/use-once.ts';
import { toReservationValuesAgain } from '../arrival/reservation-values.ts';
import { TicketButton } from '../current/ticket-dialog.tsx';
import { EndParkingButton } from '../ending/end-dialog.tsx';
import { ReservationRating } from '../ending/reservation-rating.tsx';
import { formatEndedAgo, formatHoursShort, formatParkedHours } from '../parking-time.ts';
import { MessageLink, ReservationPicture, StatusBadge } from '../reservation-parts.tsx';
import { CalendarButton } from './calendar-button.tsx';

export const TAB_PARAMETER = 'tab';

export type ReservationCardProps = {
  reservation: Reservation;
  /** Only for upcoming reservations; past ones cannot be cancelled. */
  onCancel?: () => void;
  /** Only for a reservation that is over and was not ended; called once its driver has ended it. */
  onEnded?: () => void;
};

export function ReservationCard({ reservation, onCancel, onEnded }: ReservationCardProps) {
  const { toDirections, toChange, toRating } = useReservationNavigation();
  const titleId = useId();
  // The link of a mail leads to it.
  const isAsked = useSearchParams()[0].get('reservation') === reservation.id;
  const card = useRef<HTMLDivElement>(null);
  useOnce(isAsked, () => card.current?.scrollIntoView());
  const link = { reservation, 'aria-describedby': titleId };
  const button = {
    variant: 'secondary',
    className: 'min-w-fit flex-[1_1_8rem] px-3!',
    'aria-describedby': titleId,
  } as const;
  return (
    <Card ref={card} className={clsx('flex scroll-mt-17 flex-col gap-3', isAsked && 'border-brand-ink')}>
      <Summary
        titleId={titleId}
        reservation={reservation}
        badge={onCancel ? null : <EndBadge reservation={reservation} isToBeEnded={onEnded !== undefined} />}
      />
      <div className="flex flex-wrap gap-2">
        {!onCancel && getInstallation().keepsRatings ? (
          <ReservationRating {...link} onRate={() => toRating(reservation)} />
        ) : null}
        <ReceiptLink {...link} />
        {onCancel ? null : <BookAgainLink {...link} />}
        <Button {...button} onClick={() => toDirections(reservation)}>
          <Navigation aria-hidden="true" className="size-4.5" />
          {m.directions_title()}
        </Button>
        {onCancel ? <TicketButton className="flex-[1_1_7rem] px-3!" {...link} /> : null}
        {onEnded ? <EndParkingButton className="flex-1 whitespace-nowrap" {...link} onEnded={onEnded} /> : null}
        {onCancel && !isLocalReservation(reservation) ? (
          <Button {...button} onClick={() => toChange(reservation)}>
            <Pencil aria-hidden="true" className="size-4.5" />
            {m.reservation_change()}
          </Button>
        ) : null}
        {onCancel ? (
          <>
            <CalendarButton isCompact {...link} />
            <IconButton
              icon={Trash2}
              label={m.reservation_cancel()}
              aria-describedby={titleId}
              onClick={onCancel}
              className="size-12! rounded-control! border border-field-line text-danger!"
            />
          </>
        ) : null}
      </div>
      <MessageLink reservation={reservation} />
    </Card>
  );
}

function Summary({ titleId, reservation, badge }: { titleId: string; reservation: Reservation; badge: ReactNode }) {
  const { image, startsAt, price, spaceHint, overstayCharge } = reservation;
  // Without a receipt nothing of it was kept.
  const isGivenBack = reservation.status === 'cancelled' && reservation.receiptId === undefined;
  const vehicle = formatStoredVehicle(reservation.vehicle);
  return (
    <div className="flex flex-wrap gap-3">
      <ReservationPicture
        isThumbnail
        reservation={reservation}
        fallback={<ReservationImage src={image} className="size-22 shrink-0" />}
      />
      <div className="flex min-w-0 flex-[1_1_9rem] flex-col gap-1">
        <ReservationTitle id={titleId} reservation={reservation} />
        <p className="text-balance text-muted tabular-nums">{formatDayAndTime(startsAt)}</p>
        {spaceHint ? <p className="text-muted wrap-anywhere">{spaceHint}</p> : null}
        {vehicle === null ? null : <p className="text-muted wrap-anywhere">{vehicle}</p>}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
          <span className={clsx('font-bold', isGivenBack && 'text-muted line-through')}>{formatMoney(price)}</span>
          <span className="text-muted">{formatLength(reservation)}</span>
          {badge}
        </p>
        <p className="font-semibold empty:hidden">
          {overstayCharge && m.overstay_charge({ ...overstayCharge, amount: formatMoney(overstayCharge.amount) })}
        </p>
      </div>
    </div>
  );
}

export function ReservationTitle({ id, reservation }: { id: string; reservation: Reservation }) {
  return (
    <h2 id={id} className="flex min-w-0 flex-wrap items-baseline gap-x-2 font-bold">
      <span className="text-lg">{formatSpaceName(reservation)}</span>
      {reservation.zoneName ? <span className="text-muted">{reservation.zoneName}</span> : null}
    </h2>
  );
}

/** The booked hours, or how long the car was there where its driver ended the reservation. */
function formatLength(reservation: Reservation): string {
  const { endedAt } = reservation;
  return endedAt === undefined || !getInstallation().tracksParking
    ? formatHoursShort(countHours(reservation))
    : formatParkedHours(reservation, endedAt);
}

type CardLinkProps = { reservation: Reservation; 'aria-describedby': string };

/** Opens the reserve form with the same space, vehicle and length, for today. */
function BookAgainLink({ reservation, ...link }: CardLinkProps) {
  const { spaceId, vehicle, paymentMethod } = reservation;
  // The space is gone.
  if (spaceId === '') return null;
  const values = {
    ...toReservationValuesAgain(reservation, getNow()),
    vehicleId: vehicle.id,
    paymentMethod,
  };
  return (
    <Link {...link} to={paths.reserve(spaceId)} state={{ values }} className={buttonClass('secondary', 'grow px-3!')}>
      <RotateCcw aria-hidden="true" className="size-4.5" />
      {m.reservation_again()}
    </Link>
  );
}

function ReceiptLink({ reservation: { receiptId }, ...link }: CardLinkProps) {
  if (receiptId === undefined) return null;
  return (
    <Link {...link} to={paths.receipt(receiptId)} className={buttonClass('secondary', 'grow px-3!')}>
      <ReceiptText aria-hidden="true" className="size-4.5" />
      {m.receipt_link()}
    </Link>
  );
}

export function useReservationNavigation() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return {
    toDirections: (reservation: Reservation) => {
      const { address } = reservation;
      const search = address === '' ? '' : `?${new URLSearchParams({ to: address })}`;
      void navigate({ pathname: paths.directions, search }, { state: { reservation } });
    },
    toChange: (reservation: Reservation) =>
      void navigate(paths.changeReservation, { state: { reservation, returnTo: pathname } }),
    toRating: (reservation: Reservation) => {
      const state: RatedReservation = {
        place: formatPlace(reservation),
        reservationId: reservation.id,
        isRated: Boolean(reservation.rating),
        returnTo: `${pathname}?${TAB_PARAMETER}=past`,
      };
      void navigate(paths.parkingRating, { state });
    },
  };
}

/** The status of a past reservation, or how long ago it was over where nobody has ended it yet. */
export function EndBadge({ reservation, isToBeEnded }: { reservation: Reservation; isToBeEnded: boolean }) {
  const now = useNow();
  if (!isToBeEnded) return <StatusBadge status={reservation.status} />;
  return <Badge tone="danger">{formatEndedAgo(getMsSinceEnd(reservation, now))}</Badge>;
}

/** An icon replaces a picture that is missing or fails to load. */
function ReservationImage({ src, className }: { src: string | undefined; className?: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (src === undefined || src === failed) {
    return (
      <span
        role="img"
        aria-label={m.reservation_no_picture()}
        className={clsx('flex items-center justify-center rounded-control bg-brand-wash text-brand-ink', className)}
      >
        <CircleParking aria-hidden="true" className="size-8" />
      </span>
    );
  }
  return (
    <img
      src={src}
      alt=""
      onError={() => setFailed(src)}
      className={clsx('rounded-control bg-canvas object-cover', className)}
    />
  );
}
