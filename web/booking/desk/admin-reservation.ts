import * as z from 'zod';
import { m } from '#messages';
import { toCamelCase } from '../../../domain/camel-case.ts';
import { momentSchema, periodColumns, withPeriod } from '../../../domain/days/period.ts';
import { formatDay, formatList } from '../../../domain/language/format.ts';
import { amountSchema } from '../../../domain/money/cents.ts';
import { formatMoneyOf, toPriceCents } from '../../../domain/money/money.ts';
import { RECEIPT_METHODS } from '../../../domain/money/receipt.ts';
import { RESERVATION_STATUSES } from '../../../domain/reservations/reservation.ts';
import { formatTimeRange } from '../../../domain/reservations/times.ts';
import { formatSpaceInZone, nameSpace } from '../../../domain/zones/space-names.ts';

/** A row of the view `admin_reservations`; person and space may be deleted. */
export const adminReservationRowSchema = z.object({
  id: z.string(),
  user_name: z.string().nullable(),
  user_email: z.string().nullable(),
  parking_space_id: z.string().nullable().default(null),
  zone_id: z.string().nullable().default(null),
  space_name: z.string().nullable(),
  space_location: z.string().nullable(),
  zone_name: z.string().nullable(),
  ...periodColumns,
  is_open: z.boolean().default(false),
  /** In the operator's currency. */
  total_amount: z
    .number()
    .nullable()
    .transform((amount) => amount ?? 0),
  status: z.enum(RESERVATION_STATUSES),
  /** Until when the space is kept for a reservation that waits for its payment. */
  held_until: momentSchema.nullable().default(null),
  vehicle_name: z.string().nullable().default(null),
  vehicle_plate: z.string().nullable().default(null),
});

export const adminReservationSchema = adminReservationRowSchema.transform((row) => toCamelCase(withPeriod(row)));

/** What was paid for a reservation and not given back, and by which means, the most first. */
export const paidSchema = z.object({
  id: z.string(),
  paid: amountSchema,
  methods: z.array(z.enum(RECEIPT_METHODS)),
});

/** A reservation as administrators see it; lists have what was paid where drivers pay. */
export type AdminReservation = z.infer<typeof adminReservationSchema> & { payment?: z.infer<typeof paidSchema> };

/** Such as 'Cash, Wallet'. */
export const formatMethods = ({ payment }: AdminReservation): string =>
  formatList((payment?.methods ?? []).map((method) => m[`payment_${method}` as const]()));

/** By what it was paid, with the amount where it is not the price; null where nothing is to be said. */
export function formatPaid(reservation: AdminReservation): string | null {
  const { payment, totalAmount } = reservation;
  if (payment === undefined || totalAmount === 0) return reservation.isOpen ? m.stay_open() : null;
  if (payment.paid === 0) return m.reservation_not_paid();
  const methods = formatMethods(reservation);
  if (payment.paid === toPriceCents(totalAmount)) return methods;
  return m.reservation_paid_part({ amount: formatMoneyOf(payment.paid), methods });
}

export const formatUserName = ({ userName, vehiclePlate }: AdminReservation): string =>
  userName && userName === vehiclePlate ? m.reservation_without_account() : userName || m.reservation_unknown_user();

export const formatSpaceName = ({ spaceName }: AdminReservation): string => nameSpace(spaceName);

/** Such as 'Toyota Yaris, A123456'; null without a vehicle. */
export function formatVehicle({ vehicleName, vehiclePlate: plate }: AdminReservation): string | null {
  return plate === null || plate === vehicleName ? plate : m.vehicle_with_plate({ name: vehicleName ?? '', plate });
}

/** For sentences about a reservation, such as 'Ana Díaz in A-01, Malecón on Mar 01, 2026, 10:00 - 13:00.' */
export function nameReservation(reservation: AdminReservation) {
  return {
    user: formatUserName(reservation),
    place: formatSpaceInZone({ name: formatSpaceName(reservation), zoneName: reservation.zoneName }),
    day: formatDay(reservation.startsAt),
    times: formatTimeRange(reservation),
  };
}
