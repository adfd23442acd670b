import { m } from '#messages';
import type { Period } from '../../../domain/days/period.ts';
import type { SpaceStatus } from '../../../domain/zones/zone.ts';
import { formatUserName } from '../../booking/desk/admin-reservation.ts';
import { formatTimesOnDay } from '../../booking/parking-time.ts';
import type { Clash, GapCell, ReservationCell, ReservationState } from './lay-out-space.ts';

export const STATE_LABELS: Record<ReservationState, string> = {
  future: m.reservation_time_future(),
  current: m.reservation_time_current(),
  late: m.timeline_late(),
  held: m.reservation_status_held(),
  completed: m.reservation_status_completed(),
  expired: m.reservation_status_expired(),
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
    times: formatTimesOnDay(reservation, day),
    state: STATE_LABELS[state],
  };
  const text =
    reservation.vehiclePlate === null
      ? m.timeline_reservation(values)
      : m.timeline_reservation_of_plate({ ...values, plate: reservation.vehiclePlate });
  return clash === null ? text : m.timeline_reservation_with_clash({ reservation: text, clash: CLASH_LABELS[clash] });
}

/** Such as 'A-01, free 10:00 - 13:00'. */
export function describeGap(gap: GapCell, { space, day }: Where): string {
  return m.timeline_free({ space, times: formatTimesOnDay(gap, day) });
}

/** A line at the start of each hour, which is `--hour` wide, beside the name of the space, which is `--name` wide. */
export const HOUR_LINES_CLASS =
  'bg-[repeating-linear-gradient(to_right,var(--color-line)_0_1px,transparent_1px_var(--hour))] bg-position-[var(--name)_0]';

/** A line at the present time, which is at `--now`. */
export const NOW_LINE_CLASS =
  "before:absolute before:inset-y-0 before:left-(--now) before:w-0.5 before:bg-danger before:content-['']";

/** Hatches the day of a space. */
export const OUT_OF_SERVICE_CLASS =
  "after:pointer-events-none after:absolute after:inset-0 after:bg-[repeating-linear-gradient(135deg,transparent_0_8px,color-mix(in_srgb,var(--color-ink)_10%,transparent)_8px_16px)] after:content-['']";

export const HEADER_HEIGHT = 40;

const STRIPES =
  'bg-[repeating-linear-gradient(135deg,transparent_0_8px,color-mix(in_srgb,currentColor_9%,transparent)_8px_16px)]';

/** Each state has a pattern or border of its own beside its colour. */
export const STATE_CLASSES: Record<ReservationState, string> = {
  future: 'border-brand-ink border-l-4 bg-brand-wash text-ink',
  current: 'border-2 border-positive bg-positive-wash text-ink',
  late: `border-2 border-dashed border-danger bg-danger-wash text-ink ${STRIPES}`,
  held: 'border-2 border-dotted border-field-line bg-surface text-ink',
  completed: `border-line bg-canvas text-muted ${STRIPES}`,
  expired: 'border-dashed border-field-line bg-canvas text-muted',
};
