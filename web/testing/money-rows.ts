import type { Row } from './fake-tables.ts';
import { DRIVER } from './people.ts';

let created = 0;

/** A receipt of a stay of the driver, by default of RD$590 with 18 % tax. */
export function createReceipt(reservation: Row, fields: Row = {}): Row {
  created += 1;
  return {
    id: `4ece0000-0000-4000-8000-${String(created).padStart(12, '0')}`,
    number: created,
    user_id: DRIVER.id,
    reservation_id: reservation.id,
    corrects: null,
    legal_name: 'Parqueos del Caribe SRL',
    tax_number: '1-31-00000-1',
    legal_address: 'Av. Tiradentes 14, Santo Domingo',
    zone_name: 'Naco Tiradentes',
    space_name: 'A-03',
    place: 'Av. Tiradentes 14, Naco, Santo Domingo',
    start_time: reservation.start_time,
    end_time: reservation.end_time,
    plate: 'A123456',
    amount: 590,
    tax: 90,
    tax_rate: 18,
    currency: 'DOP',
    method: 'wallet',
    paid_with: null,
    transaction_id: '7a7a0000-0000-4000-8000-000000000001',
    issued_at: reservation.end_time,
    ...fields,
  };
}
