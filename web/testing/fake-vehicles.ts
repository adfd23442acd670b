import { server } from './fake-server.ts';
import type { Row } from './fake-tables.ts';
import { DRIVER } from './people.ts';

/** A vehicle of the driver. */
export function createVehicle(name: string, plate: string, fields: Row = {}): Row {
  const created_at = '2026-01-01T00:00:00Z';
  return {
    id: crypto.randomUUID(),
    user_id: DRIVER.id,
    name,
    plate,
    type: 'sedan',
    is_default: false,
    created_at,
    ...fields,
  };
}

/** Makes the server one without sample data, which keeps vehicles by the rules of the database: plates once, one default. */
export function keepVehicles(...rows: Row[]): Row[] {
  server.config.samples = false;
  server.tables.vehicles = rows;
  server.handle('POST /rest/v1/vehicles', ({ body }) => {
    const added = createVehicle('', '', { ...(body as Row), is_default: rows.length === 0 });
    if (rows.some(({ plate }) => plate === added.plate)) {
      return Response.json({ code: '23505', message: 'duplicate key', details: null, hint: null }, { status: 409 });
    }
    rows.push(added);
    return Response.json(added, { status: 201 });
  });
  server.handle('DELETE /rest/v1/vehicles', ({ url }) => {
    const at = rows.findIndex(({ id }) => url.search.includes(String(id)));
    const [removed] = rows.splice(at, 1);
    const newest = rows.at(-1);
    if (removed?.is_default && newest) newest.is_default = true;
    return new Response(null, { status: 204 });
  });
  return rows;
}
