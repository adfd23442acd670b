import { useMemo } from 'react';
import { useLocation } from 'react-router';
import * as z from 'zod';
import { reservationSchema } from '../domain/reservations/reservation.ts';
import { spaceSchema, zoneSchema } from '../domain/zones/zone.ts';

/** What each screen receives from the one before it. It comes from the browser's history, so it is parsed, never trusted. */
export const reserveState = z.object({ space: spaceSchema, zone: zoneSchema });
export const reserveParkingState = z.object({ quickReserve: z.boolean() });
export const arrivalTimeState = z.object({ zone: z.object({ id: z.string().min(1), name: z.string() }) });
export const reservationState = z.object({ reservation: reservationSchema });
export const ratingState = z.object({ parkingSpotName: z.string().min(1) });

/** The navigation state of this screen, or null when there is none or it is not of that shape. */
export function useNavigationState<State>(schema: z.ZodType<State>): State | null {
  const { state } = useLocation();
  return useMemo(() => {
    const parsed = schema.safeParse(state);
    return parsed.success ? parsed.data : null;
  }, [schema, state]);
}
