import * as z from 'zod';

/** Who wrote a message of a conversation: its driver or the operator. */
export type Sender = 'user' | 'other';

/** A message that the server has. `sentAt` is ISO 8601 with all its digits, as it is also a place in the list. */
export type StoredMessage = z.infer<typeof messageRowSchema>;

/** Parsed by `messageRowSchema`. */
export const MESSAGE_COLUMNS =
  'id, sender_type, message, read_status, needs_reply, created_at, reservation_id, reservation_space_name, reservation_start_time';

const time = z.iso.datetime({ offset: true });

export const messageRowSchema = z
  .object({
    id: z.string(),
    sender_type: z.enum(['user', 'other']),
    message: z.string(),
    read_status: z.boolean(),
    needs_reply: z.boolean(),
    created_at: time,
    reservation_id: z.string().nullable(),
    reservation_space_name: z.string().nullable(),
    reservation_start_time: time.nullable(),
  })
  .transform((row) => ({
    id: row.id,
    sender: row.sender_type,
    text: row.message,
    isRead: row.read_status,
    needsReply: row.needs_reply,
    sentAt: row.created_at,
    about:
      row.reservation_start_time === null
        ? null
        : {
            /** Null when there is no such reservation any more. */
            id: row.reservation_id,
            spaceName: row.reservation_space_name ?? '',
            startTime: row.reservation_start_time,
          },
  }));
