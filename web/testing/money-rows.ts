import type { Row } from './fake-tables.ts';
import { DRIVER } from './people.ts';

let created = 0;

/** A receipt of a reservation of the driver, by default of RD$590 with 18 % tax. */
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
    paid_by: [{ method: 'wallet', paid_with: null, amount: 590 }],
    transaction_id: '7a7a0000-0000-4000-8000-000000000001',
    issued_at: reservation.end_time,
    ...fields,
  };
}

/** What was charged for a reservation, by default RD$590. */
export function createCharge(reservation: Row, fields: Row = {}): Row {
  created += 1;
  return {
    id: `c4a60000-0000-4000-8000-${String(created).padStart(12, '0')}`,
    reservation_id: reservation.id,
    kind: 'reservation',
    reason: null,
    created_at: reservation.created_at,
    amount: 590,
    tax: 90,
    ...fields,
  };
}

/** A refund that waits for an operator. */
export function createRefund(fields: Row = {}): Row {
  created += 1;
  return {
    id: `4ef00000-0000-4000-8000-${String(created).padStart(12, '0')}`,
    amount: 100,
    reason: 'The gate was broken',
    state: 'manual',
    error: null,
    is_second_capture: false,
    capture_reference: 'AZ-77',
    created_at: '2026-03-01T10:00:00Z',
    finished_at: null,
    ...fields,
  };
}

/** A captured payment by card for a reservation. */
export function createPayment(reservation: Row, fields: Row = {}): Row {
  created += 1;
  return {
    id: `9a700000-0000-4000-8000-${String(created).padStart(12, '0')}`,
    reservation_id: reservation.id,
    purpose: 'reservation',
    method: 'card',
    state: 'captured',
    amount: 590,
    refunded: 0,
    currency: 'USD',
    provider_order: 'PK0000000000042',
    provider_reference: 'AZ-77',
    paid_with: 'Visa ···· 1732',
    created_at: reservation.created_at,
    payment_refunds: [],
    ...fields,
  };
}
