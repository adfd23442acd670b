import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
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

test('a receipt of somebody else, or an address that is none, says that there is none', async () => {
  const { open } = await renderScreen('/receipt/4ece0000-0000-4000-8000-999999999999');
  expect(await screen.findByText('There is no such receipt')).toBeVisible();
  server.requests = [];
  await open('/receipt/42');
  expect(await screen.findByText('There is no such receipt')).toBeVisible();
  expect(server.received('GET /rest/v1/receipts')).toEqual([]);
});

test('a receipt that is a fiscal document has its number and code; one that DGII still checks says so', async () => {
  const { id } = addReceipt({ number: 8 });
  const document = {
    environment: 'ecf',
    type: '31',
    encf: 'E310000000001',
    expires_on: '2027-12-31',
    amount: 590,
    buyer_tax_number: '132000005',
    buyer_name: 'Cliente SRL',
    security_code: 'T6CiyT',
    modifies: null,
    signed_at: '2026-10-06T13:15:30Z',
    is_contingency: true,
    is_whole: null,
    is_late: false,
    issuer: { tax_number: '131000002', name: 'Parqueos del Sur SRL', address: 'Calle 1', place_code: '320401' },
    lines: [
      { rate: 18, amount: 295, tax: 45 },
      { rate: 0, amount: 295, tax: 0 },
    ],
  };
  const route = 'POST /rest/v1/rpc/fiscal_documents_of_receipt';
  server.handle(route, () => Response.json({ documents: [document], is_awaited: true }));
  await renderScreen(`/receipt/${id}`);
  const part = await screen.findByRole('region', { name: /Tax Credit Invoice/ });
  for (const text of ['E310000000001', '31-12-2027', '1-32-00000-5']) {
    expect(part).toHaveTextContent(text);
  }
  // The printed form has the issuer of the document, its items and the subtotals of each rate.
  for (const text of ['Parqueos del Sur SRL', '1-31-00000-2', 'Boca Chica, Santo Domingo']) {
    expect(screen.getByText(text)).toBeVisible();
  }
  const items = within(part).getAllByRole('row');
  expect(items.map(({ textContent }) => textContent?.replace(/(Parking ).*?(unit)/, '$1$2'))).toEqual([
    'QtyDescriptionUnitPriceITBISValue',
    '1.00Parking unitRD$295.00RD$45.00RD$295.00',
    '1.00E Parking unitRD$295.00RD$0.00RD$295.00',
  ]);
  expect(part).toHaveTextContent(
    /Taxed subtotal 18%RD\$250.00Exempt subtotalRD\$295.00Tax \(ITBIS 18%\)RD\$45.00Total paidRD\$590.00/,
  );
  const seal = screen.getByRole('region', { name: 'Check at DGII' });
  for (const text of ['T6CiyT', '06-10-2026 09:15:30', 'contingency']) expect(seal).toHaveTextContent(text);
  expect(screen.getByRole('link', { name: /QR code/ })).toHaveAttribute('href', expect.stringContaining('ENCF=E31'));
  expect(screen.getByText(/DGII\) is still checking/)).toBeVisible();
  expect(screen.queryByText(/not a fiscal receipt/)).toBeNull();
});
