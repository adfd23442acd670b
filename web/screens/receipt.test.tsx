import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { server } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { createReceipt } from '../testing/money-rows.ts';
import { renderScreen } from '../testing/render-screen.tsx';
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

test('a receipt of somebody else, or an address that is none, says that there is none', async () => {
  const { open } = await renderScreen('/receipt/4ece0000-0000-4000-8000-999999999999');
  expect(await screen.findByText('There is no such receipt')).toBeVisible();
  server.requests = [];
  await open('/receipt/42');
  expect(await screen.findByText('There is no such receipt')).toBeVisible();
  expect(server.received('GET /rest/v1/receipts')).toEqual([]);
});
