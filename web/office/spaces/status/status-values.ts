import * as z from 'zod';
import { m } from '#messages';
import { textSchema } from '../../../../domain/field-schemas.ts';
import { TEXT_LIMITS } from '../../../../domain/text-limits.ts';
import type { AdminSpace } from '../admin-space.ts';

const LONGEST_MS = 366 * 86_400_000;

const isWithinAYear = (time: Date) => time.getTime() > Date.now() && time.getTime() < Date.now() + LONGEST_MS;

/** The values of the form. */
export const statusValuesSchema = z
  .object({
    status: z.enum(['available', 'occupied', 'maintenance']),
    reason: textSchema(TEXT_LIMITS.statusReason),
    endsAt: z.date().nullable(),
  })
  .refine(({ status, reason }) => status !== 'maintenance' || reason.trim() !== '', {
    path: ['reason'],
    message: m.problem_reason_required(),
  })
  .refine(({ status, endsAt }) => status === 'available' || endsAt === null || isWithinAYear(endsAt), {
    path: ['endsAt'],
    message: m.problem_status_end_out_of_range(),
  });

export type StatusValues = z.infer<typeof statusValuesSchema>;

/** What the first space has now; reservations make a space that is available reserved. */
export function toStatusValues({ status, override }: AdminSpace): StatusValues {
  return {
    status: status === 'reserved' ? 'available' : status,
    reason: override?.reason ?? '',
    endsAt: override?.endsAt ? new Date(override.endsAt) : null,
  };
}
