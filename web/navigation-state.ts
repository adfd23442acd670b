import { useMemo } from 'react';
import { useLocation } from 'react-router';
import * as z from 'zod';
import { momentSchema } from '../domain/days/period.ts';
import { chosenPaymentSchema } from '../domain/money/payment.ts';
import { reservationReferenceSchema } from '../domain/people/message.ts';
import {
  formatPlace,
  isLocalReservation,
  PAYMENT_METHODS,
  type Reservation,
  reservationSchema,
} from '../domain/reservations/reservation.ts';
import { hasBarrier } from '../domain/reservations/times.ts';
import { originSchema } from '../domain/zones/distance.ts';
import { spaceSchema, zoneSchema } from '../domain/zones/zone.ts';

// What each screen receives from the one before it. It comes from the browser's history, so it is parsed, never trusted.

/** With `values`, the form is filled in as it was for another space, before a reload or before a payment. */
export const reserveState = z.object({
  space: spaceSchema.pick({ id: true, name: true, location: true, hourlyRate: true, hasRates: true }),
  zone: zoneSchema.pick({ id: true, name: true, address: true, pricePerHour: true }),
  values: z
    .object({
      date: z.string(),
      time: z.string(),
      hours: z.number().nullable(),
      vehicleId: z.string(),
      paymentMethod: z.enum(PAYMENT_METHODS),
    })
    .optional(),
});
export const refilledState = reserveState.pick({ values: true }).required();
export const parkNowState = refilledState.extend({ zoneId: z.string().nullable() });
/** The end that a driver had chosen for an extension of this reservation. */
export const extensionState = z.object({
  extension: z.object({ reservationId: z.string(), end: momentSchema.nullable() }),
});
/** How a driver had chosen to pay. */
export const paymentState = z.object({ payment: chosenPaymentSchema });
/** The list of zones begins with those nearest to the origin. */
export const zonesState = z.object({ origin: originSchema });
export const reserveParkingState = z.object({ quickReserve: z.boolean() });
/** A mail was sent to confirm the sign-up with this mark. */
export const mailedSignUpState = z.object({ email: z.string(), mark: z.string() });
/** The status is included, as past reservations can be driven to as well. */
export const reservationState = z.object({
  reservation: reservationSchema,
});
/** `returnTo` is the list that it was opened from; with `values` and `space` the form is filled in. */
export const changeState = z.object({
  ...reserveState.pick({ values: true, space: true }).partial().shape,
  reservation: reservationSchema,
  returnTo: z.enum(['/activity', '/reservations']).catch('/reservations'),
});
/** The screen of staff that waits for an open shift. */
export const shiftState = z.object({ next: z.string().regex(/^\/staff\/(sell|stay\/[\w-]{36})$/) });
/** The state of the chat with the operator when the next message is about this reservation. */
export const conversationState = z.object({ about: reservationReferenceSchema });
export const ratingState = z.object({
  place: z.string().min(1),
  reservationId: z.guid().optional(),
  /** Whether its space has a barrier, which can be raised after the reservation. */
  raisesBarrier: z.boolean().optional(),
  isRated: z.boolean().optional(),
  /** The list of past reservations that it was opened from. */
  returnTo: z
    .string()
    .regex(/^\/(activity|reservations)\?tab=past$/)
    .optional(),
});
export type RatedReservation = z.infer<typeof ratingState>;

/** What the rating screen receives of a reservation that has just been ended. */
export function createRatingState(reservation: Reservation): RatedReservation {
  return {
    place: formatPlace(reservation),
    ...(isLocalReservation(reservation) ? {} : { reservationId: reservation.id }),
    ...(hasBarrier(reservation) ? { raisesBarrier: true } : {}),
  };
}

/** The navigation state of this screen, or null when there is none or it is not of that shape. */
export function useNavigationState<State>(schema: z.ZodType<State>): State | null {
  const { state } = useLocation();
  return useMemo(() => {
    const parsed = schema.safeParse(state);
    return parsed.success ? parsed.data : null;
  }, [schema, state]);
}
