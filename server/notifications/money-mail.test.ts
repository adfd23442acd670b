import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCast, fillWallets } from '../../supabase/tests/as.ts';
import { refundReservation } from '../../supabase/tests/money-world.ts';
import {
  bookPaidReservation,
  chargeDrivers,
  doDueWork,
  endReservation,
  listReceipts,
} from '../../supabase/tests/paid-reservations.ts';
import { createSettingsReader } from '../config/read-settings.ts';
import type { Mail } from '../mail/mailer.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createNotifier } from './deliver-notifications.ts';

const CONFIG = { publicUrl: 'https://parqueo.example', mailFrom: 'Parqueo <no-reply@parqueo.test>', samples: false };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await chargeDrivers(database.sql);
});
afterAll(() => database.close());

async function deliverMails(): Promise<Mail[]> {
  const { sql } = database;
  const sent: Mail[] = [];
  await createNotifier({
    sql,
    mailer: { send: async (mail) => void sent.push(mail) },
    readSettings: createSettingsReader({ sql, config: CONFIG }),
    config: CONFIG,
    log: pino({ level: 'silent' }),
  }).deliverDue();
  return sent;
}

test('the mail of a confirmation has price, plate and payment, and leads to the reservation, its ticket and the way', async () => {
  const { sql } = database;
  const { ana } = await createCast(sql);
  await fillWallets(sql);
  const id = await bookPaidReservation(sql, ana);
  await sql`
    update public.notifications n set content = n.content || '{"latitude": 18.5, "longitude": -69.9}' where reservation_id = ${id}`;
  const mail = (await deliverMails()).find(({ to }) => to === ana.email);
  expect(mail?.text).toMatch(/: A123456\n.*: \$590\.00\n.*: (Billetera|Wallet)\n/);
  for (const link of [`/reservations?reservation=${id}`, `/reservations?ticket=${id}`]) {
    expect(mail?.text).toContain(`${CONFIG.publicUrl}${link}`);
  }
  expect(mail?.text).toContain('https://www.waze.com/ul?ll=18.5%2C-69.9&navigate=yes');
});

test('a driver gets the receipt of a reservation by mail, whole, in the language of the account', async () => {
  const { sql } = database;
  const { ana, admin } = await createCast(sql);
  await fillWallets(sql);
  await sql`update public.user_settings set language = 'es' where user_id = ${ana.id}`;
  const reservation = await bookPaidReservation(sql, ana);
  await endReservation(sql, ana, reservation);
  await doDueWork(sql);
  await refundReservation(sql, admin, { id: reservation }, { amount: 118 });
  await doDueWork(sql);
  const sent = await deliverMails();
  const [first, second] = await listReceipts(sql, reservation);
  const mail = sent.find(({ subject }) => subject.includes('Recibo 000001'));
  expect(mail?.to).toBe(ana.email);
  for (const said of [
    'Operador: Parqueos del Caribe SRL\n',
    'RNC: 1-31-00000-1\n',
    'Espacio: A-01, Naco\n',
    'Placa: A123456\n',
    'ITBIS (18 %): US$90.00\n',
    'Total pagado: US$590.00\n',
    'Método de pago: Billetera\n',
    `https://parqueo.example/receipt/${first?.id}`,
    'no es un comprobante fiscal',
  ]) {
    expect(mail?.text).toContain(said);
  }
  const refund = sent.find(({ subject }) => subject.includes('Recibo de devolución 000002'));
  expect(refund?.text).toContain('Corrige el recibo: 000001\n');
  expect(refund?.text).toContain('Devuelto: −US$118.00\n');
  expect(refund?.text).toContain(`https://parqueo.example/receipt/${second?.id}`);
});
