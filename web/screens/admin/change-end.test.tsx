import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fill, openTab, press } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { DRIVER } from '../../testing/people.ts';
import { findToast } from '../../testing/render-screen.tsx';
import { createAdminReservation, createReservation, createSpace } from '../../testing/rows.ts';
import { SERVER_URL } from '../../testing/server-defaults.ts';

// An operator extends a reservation that costs 5 an hour, and says how its driver pays.

const EXTEND = 'POST /rest/v1/rpc/extend_reservation';

let reservation: Row;
beforeEach(() => {
  server.config.samples = false;
  reservation = { ...createReservation({ startsInHours: -1, hours: 2 }), payment_method: 'wallet' };
  const profiles = { user_id: DRIVER.id, full_name: 'Ana Pérez', email: DRIVER.email, phone: null };
  server.tables.admin_reservations = [createAdminReservation({ ...reservation, time_state: 'current' })];
  server.tables.parking_spaces = [createSpace()];
  server
    .rows('reservations')
    .push({ ...reservation, profiles, parking_spaces: { ...createSpace(), kavass_device_id: null } });
  server.handle('GET /functions/v1/payments/methods', () => Response.json({ methods: ['card'] }));
  server.handle('GET /rest/v1/rpc/latest_end', () => Response.json(null));
  server.handle(EXTEND, () => Response.json(reservation));
});

const readBodies = () => server.received(EXTEND).map(({ body }) => body as Row);

async function open(balance: number) {
  for (const row of server.rows('profiles')) row.wallet_balance = balance;
  await openTab('reservations');
  fireEvent.click(await screen.findByRole('button', { name: /^Payment and history of the reservation/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Extend' }));
  const form = await screen.findByRole('dialog', { name: 'Extend' });
  press(form, '+1 hr');
  return { form, method: (name: RegExp) => within(form).findByRole('radio', { name }) };
}

test('a driver without the app gets the ticket on paper or as a link', async () => {
  await openTab('reservations');
  fireEvent.click(await screen.findByRole('button', { name: /^Payment and history of the reservation/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Ticket' }));
  const ticket = within(await screen.findByRole('dialog', { name: 'Ticket' }));
  const address = `${SERVER_URL}/ticket/${reservation.id}`;
  expect(await ticket.findByRole('link', { name: /^Print/ })).toHaveAttribute('href', address);
  const sent = ticket.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href') ?? '';
  expect(sent).toContain('https://wa.me/?text=');
  expect(new URL(sent).searchParams.get('text')).toContain(address);
  expect(ticket.getByRole('link', { name: 'Mail' }).getAttribute('href')).toContain(encodeURIComponent(DRIVER.email));
});

test('added time is paid from a wallet that has enough, unless it is chosen otherwise', async () => {
  const { form, method } = await open(100);
  expect(await method(/^Wallet.*\$100\.00 now, \$95\.00 afterwards/)).toBeChecked();
  press(form, /^Set the end to|^Charge .* and extend to/);
  await findToast('The reservation has its new end.');
  expect(readBodies()).toMatchObject([{ hours: 1, seen_amount: '5.00', payment: 'wallet' }]);
});

test('what a wallet lacks is paid in cash', async () => {
  const { form, method } = await open(2);
  await method(/^Free/);
  press(form, /^Set the end to|^Charge .* and extend to/);
  expect(await within(form).findByRole('alert')).toHaveTextContent('Choose how it is paid.');
  fireEvent.click(await method(/^Cash.*The driver paid \$3\.00 at the desk/));
  press(form, /^Set the end to|^Charge .* and extend to/);
  await findToast('The reservation has its new end.');
  expect(readBodies()).toMatchObject([{ payment: 'wallet', paid_at_desk: '3.00', reason: 'Paid at the desk' }]);
});

test('free time has a reason', async () => {
  const { form, method } = await open(100);
  fireEvent.click(await method(/^Free/));
  press(form, /^Set the end to|^Charge .* and extend to/);
  expect(await within(form).findByText(/^Enter a reason of ten letters/)).toBeVisible();
  expect(readBodies()).toEqual([]);
  fill(form, /^Why, where the driver gets/, 'The barrier was stuck');
  press(form, /^Set the end to|^Charge .* and extend to/);
  await findToast('The reservation has its new end.');
  expect(readBodies()).toMatchObject([{ payment: 'free', reason: 'The barrier was stuck' }]);
});

test('a driver who pays by card gets a link, and one who lacks money is named so', async () => {
  const { form, method } = await open(100);
  server.failRequests(EXTEND, 400, { code: '23514', hint: 'wallet-too-low', details: '5.00' });
  fireEvent.click(await method(/^Link to pay by card/));
  press(form, /^Set the end to|^Charge .* and extend to/);
  expect(await within(form).findByRole('alert')).toHaveTextContent(/driver/);
  server.handle(EXTEND, () => Response.json(reservation));
  press(form, /^Set the end to|^Charge .* and extend to/);
  await findToast('The driver gets the link to extend and pay');
  expect(readBodies().at(-1)).toMatchObject({ payment: 'card' });
});
