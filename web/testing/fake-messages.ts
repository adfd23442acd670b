import { server } from './fake-server.ts';
import { type Row, respondFromTable } from './fake-tables.ts';
import { DRIVER } from './people.ts';

/** A message of the conversation with the driver, of the operator unless the fields say otherwise. */
export function createMessage(message: string, fields: Row = {}): Row {
  return {
    id: crypto.randomUUID(),
    user_id: DRIVER.id,
    sender_type: 'other',
    message,
    read_status: false,
    needs_reply: fields.sender_type === 'user',
    created_at: new Date().toISOString(),
    reservation_id: null,
    reservation_space_name: null,
    reservation_start_time: null,
    seen_until: null,
    ...fields,
  };
}

/** Makes the server one without sample data, which keeps messages by the rules of the database: an id once, a reply marks. */
export function keepMessages(...rows: Row[]): Row[] {
  server.config.samples = false;
  server.tables.user_messages = rows;
  server.handle('GET /rest/v1/rpc/count_unread_messages', () => Response.json(rows.filter(isUnread).length));
  server.handle('POST /rest/v1/user_messages', ({ url, headers, body }) => {
    const sent = body as Row;
    if (rows.some(({ id }) => id === sent.id)) {
      return Response.json({ code: '23505', message: 'duplicate key', details: null, hint: null }, { status: 409 });
    }
    const reservation = server.tables.reservations?.find(({ id }) => id === sent.reservation_id);
    const about = reservation ? { reservation_space_name: 'A-01', reservation_start_time: reservation.start_time } : {};
    if (sent.sender_type === 'other') for (const row of rows) row.needs_reply &&= isUnseen(row, sent);
    return respondFromTable(
      rows,
      new Request(url, { method: 'POST', headers }),
      createMessage('', { ...sent, ...about }),
    );
  });
  return rows;
}

const isUnread = ({ sender_type, read_status }: Row) => sender_type === 'other' && read_status === false;

const isUnseen = ({ created_at }: Row, { seen_until }: Row) => String(created_at) > String(seen_until ?? '~');

/** The inbox of the operator over messages of the driver. */
export function keepInbox(rows: readonly Row[]): void {
  server.handle('GET /rest/v1/rpc/admin_message_inbox', () => {
    const waiting = rows.filter(({ needs_reply }) => needs_reply);
    const oldest = waiting.at(-1);
    if (oldest === undefined) return Response.json([]);
    return Response.json([
      {
        user_id: DRIVER.id,
        full_name: 'Ana Díaz',
        email: DRIVER.email,
        excerpt: oldest.message,
        sent_at: oldest.created_at,
        waiting_messages: waiting.length,
        waiting_users: 1,
      },
    ]);
  });
}
