import { MessageCircle, ReceiptText, RotateCcw } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Link } from 'react-router';
import { m } from '#messages';
import { isLocalReservation } from '../../../domain/reservations/local-reservation.ts';
import {
  findReservationPosition,
  formatPlace,
  type Reservation,
  type ReservationStatus,
} from '../../../domain/reservations/reservation.ts';
import { getMsSinceEnd, type ReservationTimes } from '../../../domain/reservations/times.ts';
import { showsSamples } from '../../data/connection.ts';
import { PlacePicture } from '../../map/place/place-picture.tsx';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { useNow } from '../../ui/platform/use-now.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toReservationValuesAgain } from '../arrival/reservation-values.ts';
import { formatEndedAgo } from '../parking-time.ts';
import type { ListedReservation } from './listed-reservation.ts';

export type ListCardProps = {
  reservation: ListedReservation;
  onDirections: () => void;
  /** Only for upcoming reservations; past ones cannot be cancelled. */
  onCancel?: () => void;
  /** Only for upcoming reservations that the server knows. */
  onChange?: () => void;
  /** Only for one that is over and still to be ended; called once it is. */
  onEnded?: () => void;
  /** Only for past ones, where ratings are kept. */
  onRate?: () => void;
};

export type ReservationListProps = {
  userId: string | null;
  /** What the screen shows of each reservation. */
  card: ComponentType<ListCardProps>;
  onDirections: (reservation: ListedReservation) => void;
  onEnded: (reservation: Reservation) => void;
  /** Absent where reservations are not changed. */
  onChange?: (reservation: ListedReservation) => void;
  /** What stands above the upcoming ones. */
  top?: ReactNode;
  /** Absent where ratings are not kept. */
  onRate?: (reservation: ListedReservation) => void;
};

const WORDS: Record<ReservationStatus, string> = {
  // In the list of past reservations.
  active: m.reservation_status_ended(),
  completed: m.reservation_status_completed(),
  cancelled: m.reservation_status_cancelled(),
  expired: m.reservation_status_expired(),
  held: m.reservation_status_held(),
  lapsed: m.reservation_status_lapsed(),
};

/** How a past reservation came to its end. */
export function StatusBadge({ status }: { status: ReservationStatus }) {
  return <Badge tone={status === 'completed' ? 'positive' : 'neutral'}>{WORDS[status]}</Badge>;
}

/** How long ago a reservation was over that is still to be ended. */
export function OverdueBadge({ reservation }: { reservation: ReservationTimes }) {
  return <Badge tone="danger">{formatEndedAgo(getMsSinceEnd(reservation, useNow()))}</Badge>;
}

type BookAgainLinkProps = { reservation: ListedReservation; 'aria-describedby': string };

/** The form for the same space, vehicle and length today. */
export function BookAgainLink({ reservation, ...link }: BookAgainLinkProps) {
  const { parkingSpotId, vehicle, paymentMethod } = reservation;
  // The space is gone.
  if (parkingSpotId === '') return null;
  const values = {
    ...toReservationValuesAgain(reservation, new Date()),
    vehicleId: vehicle.id,
    paymentMethod,
  };
  return (
    <Link
      {...link}
      to={paths.reserve(parkingSpotId)}
      state={{ values }}
      className={buttonClass('secondary', 'grow px-3!')}
    >
      <RotateCcw aria-hidden="true" className="size-4.5" />
      {m.reservation_again()}
    </Link>
  );
}

type ReceiptLinkProps = { reservation: ListedReservation; 'aria-describedby': string };

/** Leads to the receipt of a reservation that was paid. */
export function ReceiptLink({ reservation: { receiptId }, ...link }: ReceiptLinkProps) {
  if (receiptId == null) return null;
  return (
    <Link {...link} to={paths.receipt(receiptId)} className={buttonClass('secondary', 'grow px-3!')}>
      <ReceiptText aria-hidden="true" className="size-4.5" />
      {m.receipt_link()}
    </Link>
  );
}

export function ReservationListPlaceholder() {
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-muted">
        {m.reservations_loading()}
      </p>
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
    </div>
  );
}

type ReservationPictureProps = {
  reservation: Reservation;
  isThumbnail?: boolean;
  className?: string;
  fallback?: ReactNode;
};

/** Where a reservation is, on a small map that leads to its directions. */
export function ReservationPicture({ reservation, ...props }: ReservationPictureProps) {
  return (
    <PlacePicture
      position={findReservationPosition(reservation)}
      name={reservation.zoneName ?? formatPlace(reservation)}
      link={{ to: paths.directions, state: { reservation } }}
      {...props}
    />
  );
}

/** Opens the chat with the operator, where the next message is about this reservation. The samples have no chat. */
export function MessageLink({ reservation }: { reservation: Reservation }) {
  if (showsSamples()) return null;
  const { id, parkingSpotName: spaceName, startTime } = reservation;
  return (
    <Link
      to={paths.operatorConversation}
      state={isLocalReservation(reservation) ? null : { about: { id, spaceName, startTime } }}
      className={buttonClass('quiet', '-mx-2 -mt-1 -mb-2 self-start px-2!', 'small')}
    >
      <MessageCircle aria-hidden="true" className="size-4.5" />
      {m.message_link_reservation()}
    </Link>
  );
}
