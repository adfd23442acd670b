import { server } from './fake-server.ts';
import type { Row } from './fake-tables.ts';

/** Makes the server one without sample data, which keeps one rating for each reservation and shows it beside the reservation. */
export function keepRatings(...rows: Row[]): Row[] {
  server.config.samples = false;
  server.tables.ratings = rows;
  const reservationOf = ({ reservation_id }: Row) =>
    server.rows('reservations').find(({ id }) => id === reservation_id);
  for (const row of rows) Object.assign(reservationOf(row) ?? {}, { ratings: row });
  server.handle('POST /rest/v1/ratings', ({ body }) => {
    const added = createRating(body as Row);
    if (rows.some(({ reservation_id }) => reservation_id === added.reservation_id)) {
      return Response.json({ code: '23505', message: 'duplicate key', details: null, hint: null }, { status: 409 });
    }
    rows.push(added);
    Object.assign(reservationOf(added) ?? {}, { ratings: added });
    return new Response(null, { status: 201 });
  });
  return rows;
}

/** A rating that was sent just now, with what the test says of it. */
export function createRating(fields: Row): Row {
  const stars = { overall: 4, cleanness: 3, communication: 5, accessibility: 2 };
  const created_at = new Date().toISOString();
  const shown = { hidden_at: null, hidden_reason: null };
  return { id: crypto.randomUUID(), ...stars, comment: null, ...shown, created_at, updated_at: created_at, ...fields };
}
