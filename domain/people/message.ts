import * as z from 'zod';
import { momentSchema } from '../days/period.ts';

/** The typed text without the blanks around it, or null when nothing is left. */
export const toMessageText = (typed: string): string | null => typed.trim() || null;

/** The reservation that a message is about; it names its space and start, so that it says the same without the reservation. */
export const reservationReferenceSchema = z.object({
  id: z.guid(),
  spaceName: z.string(),
  startsAt: momentSchema,
});

export type ReservationReference = z.infer<typeof reservationReferenceSchema>;
