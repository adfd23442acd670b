import { CarFront, Clock, CreditCard, type LucideIcon, MapPin, Receipt, Signpost } from 'lucide-react';
import { m } from '#messages';
import { formatMoney } from '../../../domain/money/money.ts';
import { PAYMENT_METHOD_LABELS } from '../../../domain/reservations/payment.ts';
import { formatAddress, formatPlace, type Reservation } from '../../../domain/reservations/reservation.ts';
import { formatLicensePlate, formatVehicleName } from '../../../domain/reservations/vehicle.ts';
import { formatHours, noteOfCountryTime } from '../parking-time.ts';
import { ReservationPicture } from '../reservation-picture.tsx';

export function ParkingDetails({ reservation }: { reservation: Reservation }) {
  const { vehicle, durationHours, price, paymentMethod } = reservation;
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
          value={formatHours(durationHours)}
          detail={noteOfCountryTime()}
        />
        <Row icon={CreditCard} label={m.payment_method()} value={PAYMENT_METHOD_LABELS[paymentMethod]} />
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
