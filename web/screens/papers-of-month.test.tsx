import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { catchDownloads } from '../testing/back-office.ts';
import { server } from '../testing/fake-server.ts';
import { ADMIN } from '../testing/people.ts';
import { renderScreen } from '../testing/render-screen.tsx';

const LINES = 'POST /rest/v1/rpc/papers_lines';
const PURCHASES = 'POST /rest/v1/rpc/papers_purchases';
const SAVE = 'POST /rest/v1/purchases';

const RECEIVED = {
  id: null,
  supplier: '132000005',
  supplier_name: 'Luz y Fuerza SRL',
  ncf: 'E310000000042',
  modifies_ncf: null,
  issued_on: '2026-02-10',
  paid_on: null,
  cost_type: null,
  services: 1000,
  goods: null,
  tax: 180,
  tax_withheld: null,
  income_withheld: null,
  income_withheld_type: null,
  paid_with: null,
  reason: null,
};

beforeEach(() => {
  server.config.samples = false;
  vi.setSystemTime(new Date('2026-03-10T12:00:00Z'));
  Object.assign(server.rows('installation_settings')[0] ?? {}, { tax_number: '131000002' });
  server.handle('POST /rest/v1/rpc/papers_it1', () =>
    Response.json([
      { box: 'A2', entries: 12, amount: 1500 },
      { box: '33', entries: null, amount: 270.5 },
    ]),
  );
  server.handle(PURCHASES, () => Response.json([RECEIVED]));
});

const open = () => renderScreen('/admin/month?month=2026-02', { as: ADMIN });

test('the boxes of form IT-1 stand by their numbers and names', async () => {
  await open();
  const row = (await screen.findByText('Difference to be paid')).closest('tr');
  expect(row).toHaveTextContent(/^33Difference to be paid270\.50$/);
  expect(screen.getByText(/^Annex A: receipts of consumers/).closest('tr')).toHaveTextContent(/^A2.*121,500\.00$/);
});

test('a file is one of DGII’s, with a header, no mark and the lines of all pages', async () => {
  server.handle(LINES, ({ body }) =>
    Response.json(
      (body as { after_place: string }).after_place === ''
        ? Array.from({ length: 1000 }, (_, index) => ({
            place: `E32000000${index + 1000}`,
            line: `${index}|20260203|08`,
          }))
        : [{ place: 'E320000002000', line: 'last|20260203|08' }],
    ),
  );
  const files = catchDownloads();
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: '608 voided' }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(files[0]?.name).toBe('DGII_F_608_131000002_202602.TXT');
  const lines = (await files[0]?.text)?.split('\r\n') ?? [];
  expect(lines.slice(0, 2)).toEqual(['608|131000002|202602|1001', '0|20260203|08']);
  expect(lines.slice(-2)).toEqual(['last|20260203|08', '']);
  expect(server.received(LINES).at(-1)?.body).toEqual({
    paper: '608',
    month: '2026-02-01',
    after_place: 'E320000001999',
  });
});

test('a document that somebody sent becomes a purchase once its type of cost is chosen', async () => {
  server.handle(SAVE, () => new Response(null, { status: 201 }));
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Edit purchase E310000000042' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Purchase' }));
  expect(dialog.getByLabelText('Amount of services, without taxes')).toHaveValue('1000.00');
  await user.selectOptions(dialog.getByLabelText('Form of payment'), '02 Cheque, transfer or deposit');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('This is missing')).toBeVisible();
  await user.selectOptions(dialog.getByLabelText('Type of cost'), '02 Works, supplies and services');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Purchase saved')).toBeVisible();
  expect(server.received(SAVE)[0]?.body).toMatchObject({
    supplier: '132000005',
    ncf: 'E310000000042',
    issued_on: '2026-02-10',
    paid_on: null,
    cost_type: '2',
    services: '1000.00',
    goods: '0.00',
    tax: '180.00',
    paid_with: '2',
    id: expect.any(String),
  });
});

test('what the database refuses is said in the dialog', async () => {
  server.handle(SAVE, () => Response.json({ code: '23505', message: 'purchases_once' }, { status: 409 }));
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Add purchase' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Purchase' }));
  await user.type(dialog.getByLabelText('RNC or cédula of the supplier'), '1-32-00000-5');
  await user.type(dialog.getByLabelText('Name of the supplier'), 'Luz y Fuerza SRL');
  await user.type(dialog.getByLabelText('NCF or e-NCF'), 'B0100000001');
  await user.selectOptions(dialog.getByLabelText('Form of payment'), '01 Cash');
  await user.selectOptions(dialog.getByLabelText('Type of cost'), '11 Insurance');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('There is a purchase with this NCF of this supplier already.')).toBeVisible();
  expect(server.received(SAVE)[0]?.body).toMatchObject({ supplier: '132000005', services: '0.00' });
});
