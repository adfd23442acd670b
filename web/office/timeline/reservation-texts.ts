import { m } from '#messages';
import type { Period } from '../../../domain/zones/occupancy.ts';
import type { SpaceStatus } from '../../../domain/zones/zone.ts';
import { formatTimesOnDay } from '../../booking/parking-time.ts';
import { formatUserName } from '../reservations/format-reservation.ts';
import { STATUS_LABELS, TIME_LABELS } from '../reservations/reservation-filter.ts';
import type { Clash, GapCell, ReservationCell, ReservationState } from './lay-out-space.ts';

export const STATE_LABELS: Record<ReservationState, string> = {
  future: TIME_LABELS.future,
  current: TIME_LABELS.current,
  late: m.timeline_late(),
  held: STATUS_LABELS.held,
  completed: STATUS_LABELS.completed,
  expired: STATUS_LABELS.expired,
};

const CLASH_LABELS: Record<Clash, string> = {
  'driver-before': m.timeline_clash_driver_before(),
  'out-of-service': m.timeline_clash_out_of_service(),
};

/** Only what an operator has to know beyond the reservations. */
export const SPACE_STATUS_LABELS: Partial<Record<SpaceStatus, string>> = {
  maintenance: m.timeline_out_of_service(),
  occupied: m.space_status_occupied(),
};

type Where = { space: string; day: Period };

/** Such as 'Ana Díaz, Future, A123456, A-01, 10:00 - 13:00', with what stands in the way: it begins as its block does. */
export function describeReservation({ reservation, state, clash }: ReservationCell, { space, day }: Where): string {
  const values = {
    user: formatUserName(reservation),
    space,
    times: formatTimesOnDay({ from: new Date(reservation.startTime), to: new Date(reservation.endTime) }, day),
    state: STATE_LABELS[state],
  };
  const text =
    reservation.plate === null
      ? m.timeline_reservation(values)
      : m.timeline_reservation_of_plate({ ...values, plate: reservation.plate });
  return clash === null ? text : m.timeline_reservation_with_clash({ reservation: text, clash: CLASH_LABELS[clash] });
}

/** Such as 'A-01, free 10:00 - 13:00'. */
export function describeGap(gap: GapCell, { space, day }: Where): string {
  return m.timeline_free({ space, times: formatTimesOnDay(gap, day) });
}
