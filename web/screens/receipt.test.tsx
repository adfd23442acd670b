import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { server } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { createReceipt } from '../testing/money-rows.ts';
import { findToast, renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

let reservation: Row;
beforeEach(() => {
  server.config.samples = false;
  server.rows('parking_zones').push(ZONE);
  reservation = createReservation({ startsInHours: -3, space: createSpace(3), status: 'completed' });
  server.rows('reservations').push(reservation);
});

function addReceipt(fields: Row = {}): Row {
  const receipt = createReceipt(reservation, fields);
  server.rows('receipts').push(receipt);
  return receipt;
}

test('a driver opens the receipt of a past reservation and reads operator, stay, tax and transaction', async () => {
  const { number, id } = addReceipt();
  reservation.receipts = [{ id, number }];
  const { user } = await renderScreen('/reservations?tab=past');
  await user.click(await screen.findByRole('link', { name: 'Receipt' }));
  const sheet = within(await screen.findByRole('article', { name: /^Receipt 0000/ }));
  for (const said of [
    'Parqueos del Caribe SRL',
    '1-31-00000-1',
    'A-03, Naco Tiradentes',
    'A123456',
    'RD$90.00',
    'RD$590.00',
    'Wallet',
    '7a7a0000-0000-4000-8000-000000000001',
    'This receipt is not a fiscal receipt (NCF or e-CF).',
  ]) {
    expect(sheet.getByText(said)).toBeVisible();
  }
});

test('a receipt names all that paid', async () => {
  const { id } = addReceipt({
    paid_by: [
      { method: 'wallet', paid_with: null, amount: 295 },
      { method: 'card', paid_with: 'Visa ···· 1732', amount: 295 },
    ],
  });
  await renderScreen(`/receipt/${id}`);
  expect(await screen.findByText('Wallet, Visa ···· 1732')).toBeVisible();
});

test('a past reservation without a receipt shows no link to one', async () => {
  await renderScreen('/reservations?tab=past');
  expect(await screen.findByRole('heading', { name: /A-03/ })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Receipt' })).toBeNull();
});

test('a receipt leads to the refund that corrects it, and that one names the first', async () => {
  const first = addReceipt({ number: 41 });
  addReceipt({ number: 42, amount: -118, tax: -18, corrects: first.id });
  const { user } = await renderScreen(`/receipt/${first.id}`);
  await user.click(await screen.findByRole('link', { name: 'Refund receipt 000042' }));
  const sheet = within(await screen.findByRole('article', { name: 'Refund receipt 000042' }));
  expect(sheet.getByText('000041')).toBeVisible();
  expect(sheet.getByText('−RD$118.00')).toBeVisible();
});

test('a driver prints and shares a receipt as text', async () => {
  const { id } = addReceipt({ number: 7 });
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  const share = vi.fn(async (_data: ShareData) => undefined);
  vi.stubGlobal('navigator', Object.assign(navigator, { share }));
  const { user } = await renderScreen(`/receipt/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Share' }));
  expect(share.mock.calls[0]?.[0]).toMatchObject({ title: 'Receipt 000007' });
  expect(share.mock.calls[0]?.[0].text).toContain('Total paid: RD$590.00\n');
  Reflect.deleteProperty(navigator, 'share');
});

test('where the browser shares nothing, the receipt is copied', async () => {
  const { id } = addReceipt();
  const { user } = await renderScreen(`/receipt/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Share' }));
  expect(await findToast('The receipt was copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toContain('Tax number (RNC): 1-31-00000-1');
});

test('a receipt of somebody else, or an address that is none, says that there is none', async () => {
  const { open } = await renderScreen('/receipt/4ece0000-0000-4000-8000-999999999999');
  expect(await screen.findByText('There is no such receipt')).toBeVisible();
  server.requests = [];
  await open('/receipt/42');
  expect(await screen.findByText('There is no such receipt')).toBeVisible();
  expect(server.received('GET /rest/v1/receipts')).toEqual([]);
});

test('a receipt that cannot be loaded is tried again', async () => {
  const { id } = addReceipt({ number: 9 });
  const respond = server.failRequests('GET /rest/v1/receipts', 400, { code: 'XX000' });
  const { user } = await renderScreen(`/receipt/${id}`);
  expect(await screen.findByText('Failed to load the receipt')).toBeVisible();
  respond();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article', { name: 'Receipt 000009' })).toBeVisible();
});

test('with sample data there are no receipts', async () => {
  server.config.samples = true;
  const { id } = addReceipt();
  await renderScreen(`/receipt/${id}`);
  expect(await screen.findByText('404')).toBeVisible();
});
