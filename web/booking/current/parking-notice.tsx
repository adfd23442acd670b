import { useQuery } from '@tanstack/react-query';
import {
  CalendarClock,
  CarFront,
  Clock,
  CreditCard,
  type LucideIcon,
  MapPin,
  Receipt,
  Signpost,
  TimerOff,
  TriangleAlert,
  UsersRound,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import { countHours } from '../../../domain/days/period.ts';
import { getInstallation } from '../../../domain/installation.ts';
import { formatMoney } from '../../../domain/money/money.ts';
import {
  formatAddress,
  formatLicensePlate,
  formatPlace,
  formatVehicleName,
  isLocalReservation,
  PAYMENT_METHOD_LABELS,
  type Reservation,
} from '../../../domain/reservations/reservation.ts';
import { getMsSinceEnd, hasBegun, isLowOnTime } from '../../../domain/reservations/times.ts';
import { createStoredValue } from '../../ui/platform/stored-value.ts';
import { useNow } from '../../ui/platform/use-now.ts';
import { bookingKeys } from '../keys.ts';
import { formatEndedAgo, formatHours, formatMoment, formatStartsAt, noteOfCountryTime } from '../parking-time.ts';
import { ReservationPicture } from '../reservation-parts.tsx';
import { findNextReservationStart } from '../reservation-row.ts';

const NOTE_CLASS = 'flex items-center gap-3 rounded-card bg-brand-wash p-4 font-semibold text-brand-ink';
const TOAST_ID = 'low-time';
const warned = createStoredValue('parqueo.low-time-warned', z.string());

type ParkingNoticeProps = {
  reservation: Reservation;
  /** What a driver can do when the time runs out or is over. */
  action?: ReactNode;
};

export function ParkingNotice({ reservation, action }: ParkingNoticeProps) {
  const now = useNow();
  const msSinceEnd = getMsSinceEnd(reservation, now);
  const isLow = isLowOnTime(reservation, now) && msSinceEnd <= 0;
  useLowTimeToast(reservation, isLow);
  if (isLow || msSinceEnd > 0) {
    const Icon = isLow ? TriangleAlert : TimerOff;
    return (
      <div className="flex flex-col gap-3 rounded-card bg-danger-wash p-4 text-lg font-bold text-danger ring-1 ring-danger">
        <p key={String(isLow)} role={isLow ? 'alert' : undefined} className="flex items-center gap-3 tabular-nums">
          <Icon aria-hidden="true" className="size-6 shrink-0" />
          {isLow ? m.low_time_notice() : formatEndedAgo(msSinceEnd)}
        </p>
        {action}
      </div>
    );
  }
  if (hasBegun(reservation, now)) return null;
  return (
    <p role="status" className={NOTE_CLASS}>
      <CalendarClock aria-hidden="true" className="size-6 shrink-0" />
      {formatStartsAt(reservation.startsAt, now)}
    </p>
  );
}

/** Warns once of each end, so again after an extension. The toast leaves with the screen, as it could cover the next one. */
function useLowTimeToast(reservation: Reservation, isLow: boolean): void {
  const warnedFor = `${reservation.id} ${reservation.endsAt.toISOString()}`;
  const warnedHere = useRef<string | null>(null);
  useEffect(() => {
    if (!isLow || (warned.read() === warnedFor && warnedHere.current !== warnedFor)) return;
    warnedHere.current = warnedFor;
    warned.write(warnedFor);
    toast.error(m.low_time_toast(), {
      id: TOAST_ID,
      description: m.low_time_toast_text(),
    });
    return () => {
      toast.dismiss(TOAST_ID);
    };
  }, [isLow, warnedFor]);
}

export function ParkingDetails({ reservation }: { reservation: Reservation }) {
  const { vehicle, price, paymentMethod, chargedTo } = reservation;
  return (
    <div className="rounded-card border border-line bg-surface px-4">
      <ReservationPicture reservation={reservation} className="mt-4" />
      <dl className="divide-line divide-y">
        <Row
          icon={MapPin}
          label={m.reservation_place()}
          value={formatPlace(reservation)}
          detail={formatAddress(reservation)}
        />
        {reservation.spaceHint ? (
          <Row icon={Signpost} label={m.space_field_hint()} value={reservation.spaceHint} />
        ) : null}
        <Row
          icon={CarFront}
          label={m.reservation_vehicle()}
          value={formatVehicleName(vehicle)}
          detail={formatLicensePlate(vehicle)}
        />
        <Row
          icon={Clock}
          label={m.reservation_duration()}
          value={formatHours(countHours(reservation))}
          detail={noteOfCountryTime()}
        />
        {chargedTo || !getInstallation().keepsBooks ? (
          <Row
            icon={CreditCard}
            label={m.payment_method()}
            value={chargedTo ? m[`payment_${chargedTo}` as const]() : PAYMENT_METHOD_LABELS[paymentMethod]}
          />
        ) : null}
        <Row icon={Receipt} label={m.reservation_total_amount()} value={formatMoney(price)} />
      </dl>
    </div>
  );
}

type RowProps = { icon: LucideIcon; label: string; value: string; detail?: string | null };

function Row({ icon: Icon, label, value, detail }: RowProps) {
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <dt className="flex shrink-0 items-center gap-3 text-muted">
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        {label}
      </dt>
      <dd className="flex min-w-0 flex-[1_1_7rem] flex-col text-right">
        <span className="font-semibold wrap-break-word tabular-nums">{value}</span>
        {detail ? <span className="text-sm text-muted">{detail}</span> : null}
      </dd>
    </div>
  );
}

/** Others seldom book the space meanwhile, and the note is renewed whenever the page is shown again. */
const NEXT_REFRESH_MS = 5 * 60_000;

/** Says from when another driver has the space of this reservation; nothing when nobody does within a day. */
export function NextReservation({ reservation }: { reservation: Reservation }) {
  const now = useNow();
  const next = useQuery({
    queryKey: bookingKeys.nextReservation(reservation.id),
    queryFn: () => findNextReservationStart(reservation.id),
    enabled: !isLocalReservation(reservation),
    refetchInterval: NEXT_REFRESH_MS,
    // The driver can do without it.
    retry: false,
  });
  if (!next.data) return null;
  return (
    <p role="status" className={NOTE_CLASS}>
      <UsersRound aria-hidden="true" className="size-6 shrink-0" />
      <span className="min-w-0 text-balance">{m.next_reservation_begins({ time: formatMoment(next.data, now) })}</span>
    </p>
  );
}
