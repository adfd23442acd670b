import * as z from 'zod';

/** A person in the list of the back office. Times as ISO 8601; `status` is whatever is kept, known or not. */
export type AdminUser = {
  /** Of the profile; the account's is `userId`. */
  id: string;
  userId: string;
  email: string;
  fullName: string | null;
  phone: string | null;
  /** From 0 to 5. */
  rating: number;
  totalTrips: number;
  status: string;
  lastActivity: string | null;
  createdAt: string;
};

/** What is selected of a person for the list, to be parsed by `adminUserSchema`. */
export const ADMIN_USER_COLUMNS =
  'id, user_id, email, full_name, phone, rating, total_trips, status, last_activity, created_at';

const blankAsNull = (text: string | null) => (text === null || text.trim() === '' ? null : text.trim());
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

/** A kept row as a person of the list; what is missing counts as nothing or none. */
export function toAdminUser(row: z.infer<typeof adminUserRowSchema>): AdminUser {
  return {
    id: row.id,
    userId: row.user_id,
    email: row.email ?? '',
    fullName: blankAsNull(row.full_name),
    phone: blankAsNull(row.phone),
    rating: row.rating ?? 0,
    totalTrips: row.total_trips ?? 0,
    status: row.status,
    lastActivity: row.last_activity,
    createdAt: row.created_at,
  };
}
