import * as z from 'zod';
import { toNullIfBlank } from '../../account/profile/rows.ts';

/** A person in the list of the back office. Times are ISO 8601; `status` may be one that the product does not know. */
export type AdminUser = ReturnType<typeof toAdminUser>;

/** Parsed by `adminUserRowSchema`. */
export const ADMIN_USER_COLUMNS =
  'id, user_id, email, full_name, phone, rating, total_trips, status, last_activity, created_at';

const time = z.iso.datetime({ offset: true });

export const adminUserRowSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  email: z.string().nullable(),
  full_name: z.string().nullable(),
  phone: z.string().nullable(),
  rating: z.number().nullable(),
  total_trips: z.number().nullable(),
  status: z.string(),
  last_activity: time.nullable(),
  created_at: time,
});

export function toAdminUser(row: z.infer<typeof adminUserRowSchema>) {
  return {
    /** The id of the profile; that of the account is `userId`. */
    id: row.id,
    userId: row.user_id,
    email: row.email ?? '',
    fullName: toNullIfBlank(row.full_name),
    phone: toNullIfBlank(row.phone),
    /** From 0 to 5. */
    rating: row.rating ?? 0,
    totalTrips: row.total_trips ?? 0,
    status: row.status,
    lastActivity: row.last_activity,
    createdAt: row.created_at,
  };
}
