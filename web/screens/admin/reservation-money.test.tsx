import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { catchDownloads, fill, openTab, press } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { createCharge, createPayment, createRefund } from '../../testing/money-rows.ts';
import { findToast } from '../../testing/render-screen.tsx';
import { createAdminReservation, createReservation } from '../../testing/rows.ts';

// The payment of a reservation in the back office, without sample data.

const REFUND = 'POST /rest/v1/rpc/refund_reservation';
const FINISH = 'POST /rest/v1/rpc/finish_manual_refund';

let reservation: Row;
beforeEach(() => {
  server.config.samples = false;
  reservation = createReservation({ startsInHours: -3, status: 'completed' });
  server.tables.admin_reservations = [createAdminReservation({ ...reservation, time_state: 'past' })];
});

const add = (table: string, ...rows: Row[]) => server.rows(table).push(...rows);
const payment = () => screen.findByRole('region', { name: 'Payment' });
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });

async function openReservation(): Promise<void> {
  await openTab('reservations');
  fireEvent.click(
    await screen.findByRole('button', { name: 'Payment and history of the reservation of Ana Pérez in A-01' }),
  );
}

async function openRefund(): Promise<HTMLElement> {
  await openReservation();
  await within(await payment()).findByText('Charged');
  press(await payment(), 'Give money back');
  return dialog('Give money back');
}

test('the list and its file say what was paid, and how', async () => {
  const { id } = reservation;
  server.handle('POST /rest/v1/rpc/list_paid', () => Response.json([{ id, paid: 3, methods: ['cash', 'wallet'] }]));
  const files = catchDownloads();
  await openTab('reservations');
  expect(await screen.findByText('$3.00 paid · Cash, Wallet')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: /CSV/ }));
  await waitFor(() => expect(files).toHaveLength(1));
  const [header, row] = ((await files[0]?.text) ?? '').split('\r\n');
  expect(header).toContain('Paid,Payment method');
  expect(row).toContain(',5,3,"Cash, Wallet",');
});

test('an operator gives back a part to the card with a reason, after being asked once more', async () => {
  add('reservation_charges', createCharge(reservation));
  add('payments', createPayment(reservation, { refunded: 90, state: 'partly_refunded' }));
  server.handle(REFUND, () => {
    add('reservation_charges', createCharge(reservation, { kind: 'reservation_refund', amount: -118, tax: -18 }));
    return Response.json(118);
  });
  const form = await openRefund();
  expect(form).toHaveTextContent('At most $590.00 can be given back.');
  expect(within(form).getByLabelText(/^Amount/)).toHaveValue(590);
  fireEvent.click(within(form).getByRole('radio', { name: /^To the card or PayPal/ }));
  expect(form).toHaveTextContent('Up to $500.00, takes days');
  fill(form, /^Amount/, '118');
  fill(form, /^Reason/, ' The gate was broken ');
  press(form, 'Continue');
  expect(form).toHaveTextContent('Give $118.00 back to the card or PayPal account? Reason: The gate was broken');
  expect(server.received(REFUND)).toEqual([]);
  press(form, /^Give back \$/);
  await findToast('$118.00 given back');
  expect(server.received(REFUND).map(({ body }) => body)).toEqual([
    {
      reservation: reservation.id,
      amount: '118.00',
      to_source: true,
      reason: 'The gate was broken',
      key: expect.any(String),
    },
  ]);
  await waitFor(async () => expect(await payment()).toHaveTextContent('Kept$472.00'));
});

test('no more than was charged can be given back, nor without a reason', async () => {
  add('reservation_charges', createCharge(reservation));
  const form = await openRefund();
  expect(form).toHaveTextContent("It goes to the driver's wallet at once.");
  for (const amount of ['0', '590.01', '1.234', '-5', '']) {
    fill(form, /^Amount/, amount);
    press(form, 'Continue');
    expect(form).toHaveTextContent('Enter an amount from 0.01 up to $590.00.');
  }
  expect(form).toHaveTextContent('Enter a reason of ten letters or more, up to 300 characters.');
  expect(within(form).queryByRole('button', { name: /^Give back/ })).toBeNull();
});

test('a refund that fails keeps what was typed, and a second try has the same key', async () => {
  add('reservation_charges', createCharge(reservation));
  server.breakRequests(REFUND);
  const form = await openRefund();
  fill(form, /^Reason/, 'A wrong charge');
  press(form, 'Continue');
  press(form, /^Give back \$/);
  expect(await within(form).findByRole('alert')).toHaveTextContent(
    'That was not saved. Look at what is there, then try again.',
  );
  expect(within(form).getByLabelText(/^Reason/)).toHaveValue('A wrong charge');
  press(form, 'Continue');
  press(form, /^Give back \$/);
  await waitFor(() => expect(server.received(REFUND)).toHaveLength(2));
  const [first, second] = server.received(REFUND).map(({ body }) => body as { key: string });
  expect(second?.key).toBe(first?.key);
});

test('a refund above the limit of one administrator is proposed to another', async () => {
  const PROPOSE = 'POST /rest/v1/rpc/propose_correction';
  add('reservation_charges', createCharge(reservation));
  server.failRequests(REFUND, 400, { code: '23514', hint: 'second-admin-required', details: '500.00' });
  server.handle(PROPOSE, () => Response.json(null));
  const form = await openRefund();
  fill(form, /^Reason/, 'A wrong charge');
  press(form, 'Continue');
  press(form, /^Give back \$/);
  expect(await within(form).findByRole('alert')).toHaveTextContent(/up to \$500\.00 by hand within 24 hours/);
  press(form, 'Propose to another administrator');
  await findToast('Proposed. Another administrator decides.');
  expect(server.received(PROPOSE)).toMatchObject([
    { body: { reservation: reservation.id, amount: '590.00', is_allowance: true, reason: 'A wrong charge' } },
  ]);
});

test('a reservation whose money goes back is cancelled with a reason', async () => {
  const CANCEL = 'POST /rest/v1/rpc/cancel_reservation';
  add('reservation_charges', createCharge(reservation));
  server.handle(CANCEL, () => Response.json({ id: reservation.id }));
  server.tables.admin_reservations = [
    createAdminReservation({ ...reservation, status: 'active', time_state: 'current' }),
  ];
  await openTab('reservations');
  fireEvent.click(await screen.findByRole('button', { name: /^Cancel/ }));
  const form = await dialog(/Cancel this reservation/);
  expect(await within(form).findByText(/^\$590\.00 go back/)).toBeVisible();
  press(form, 'Cancel reservation');
  expect(form).toHaveTextContent('Enter a reason of ten letters or more, up to 300 characters.');
  fill(form, /^Reason/, ' The barrier was stuck ');
  press(form, 'Cancel reservation');
  await findToast('Reservation status updated');
  expect(server.received(CANCEL)).toMatchObject([
    { body: { reservation: reservation.id, reason: 'The barrier was stuck' } },
  ]);
});

test.each([
  [
    'Done in the portal',
    'Reference of the refund in the portal',
    'P-77',
    { succeeded: true, provider_reference: 'P-77' },
    64,
  ],
  [
    'Could not be done',
    'Why it could not be done',
    'The card is closed',
    { succeeded: false, reason: 'The card is closed' },
    300,
  ],
] as const)('an operator says of a refund by hand: %s, and what is missing', async (name, label, typed, said, most) => {
  const respond = server.failRequests(FINISH, 400, { code: 'XX000' });
  const refund = createRefund();
  add('reservation_charges', createCharge(reservation));
  add('payments', createPayment(reservation, { state: 'refunding', payment_refunds: [refund] }));
  await openReservation();
  const part = await payment();
  await within(part).findByText('To be made by hand');
  press(part, name);
  const question = await dialog(/^\$100\.00 (given back in the portal|could not)/);
  const missing = name === 'Done in the portal' ? /^Enter the reference/ : /^Enter a reason/;
  for (const text of ['', ' ', 'x'.repeat(most + 1)]) {
    fill(question, new RegExp(`^${label}`), text);
    press(question, name);
    expect(within(question).getByText(missing)).toBeVisible();
  }
  expect(server.received(FINISH)).toEqual([]);
  fill(question, new RegExp(`^${label}`), ` ${typed} `);
  press(question, name);
  expect(await within(question).findByRole('alert')).toBeVisible();
  expect(within(question).getByLabelText(new RegExp(`^${label}`))).toHaveValue(` ${typed} `);
  respond();
  server.handle(FINISH, () => new Response(null, { status: 204 }));
  press(question, name);
  await findToast('Refund closed');
  expect(server.received(FINISH).at(-1)?.body).toEqual({ refund: refund.id, ...said });
});

test('refunds that are on their way count against what can go back to the card', async () => {
  const refunds = [
    createRefund({ state: 'sent', amount: 300 }),
    createRefund({ state: 'failed', amount: 50 }),
    createRefund({ state: 'requested', amount: 90, is_second_capture: true }),
  ];
  add('reservation_charges', createCharge(reservation));
  add('payments', createPayment(reservation, { state: 'refunding', refunded: 100, payment_refunds: refunds }));
  expect(await openRefund()).toHaveTextContent('Up to $190.00, takes days');
});
