import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { ADMIN } from '../testing/people.ts';
import { renderScreen } from '../testing/render-screen.tsx';

const IMPORT = 'POST /rest/v1/rpc/import_settlement';
const POST = 'POST /rest/v1/rpc/post_settlement';
const DISCARD = 'POST /rest/v1/rpc/discard_settlement';
let stored: object[] = [];

beforeEach(() => {
  server.config.samples = false;
  vi.setSystemTime(new Date('2026-03-10T12:00:00Z'));
  stored = [];
  server.handle('GET /rest/v1/settlements', () => Response.json(stored));
});

const FILE = 'Tipo;Orden;Monto;Comisión;ITBIS comisión;Retención;Notas\nVenta;A1;1,000.00;30.00;5.40;20.00;x';

async function choose(text: string) {
  const { user } = await renderScreen('/admin/month?month=2026-02', { as: ADMIN });
  const section = within(await screen.findByRole('region', { name: 'Statements' }));
  await user.upload(section.getByLabelText('CSV file of AZUL or PayPal'), new File([text], 'AZUL-2026-02.csv'));
  return { user, section };
}

test('an administrator reads a file, adds what the bank has, and posts it once it is stored', async () => {
  server.handle(IMPORT, ({ body }) => {
    const { statement } = body as { statement: object };
    stored = [
      {
        gross: 1000,
        commission: 30,
        tax: 5.4,
        withheld: 20,
        posted_at: null,
        differences: 2,
        ...statement,
        deposit: 944.6,
      },
    ];
    return Response.json(null);
  });
  server.handle(POST, () => {
    stored = stored.map((row) => ({ ...row, posted_at: '2026-03-10T12:00:00Z' }));
    return Response.json(null);
  });
  const { user, section } = await choose(FILE);
  expect(await section.findByText('AZUL-2026-02. Lines: 1. Net: $944.60')).toBeVisible();
  expect(section.getByText(/^Columns that are read: .*Monto.*Not read: Notas$/)).toBeVisible();
  await user.type(section.getByLabelText('Day of the deposit'), '2026-03-02');
  await user.type(section.getByLabelText('Deposit'), '944.60');
  await user.click(section.getByRole('button', { name: 'Compare with the books' }));
  expect(await section.findByText('The statement AZUL-2026-02 waits. Differences: 2')).toBeVisible();
  expect(server.received(IMPORT)[0]?.body).toMatchObject({
    statement: { provider: 'azul', deposit: '944.60', deposit_date: '2026-03-02', currency: 'USD' },
    lines: [{ number: 2, kind: 'sale', provider_order: 'A1', gross: '1000.00', net: '944.60' }],
  });
  await user.click(section.getByRole('button', { name: 'Post' }));
  expect(await section.findByText('Posted')).toBeVisible();
  expect(section.queryByRole('button', { name: 'Discard' })).toBeNull();
});

test('a statement that waits is discarded after a question, and what no statement has settled stands above', async () => {
  const amounts = { gross: 10, commission: 0, tax: 0, withheld: 0, deposit: 10 };
  stored = [
    {
      id: 'one',
      provider: 'azul',
      number: 'A-1',
      deposit_date: '2026-03-02',
      ...amounts,
      posted_at: null,
      differences: 0,
    },
  ];
  const held = { account: 'clearing_azul', code: null, opening: 0, debit: 12.5, credit: 0, closing: -12.5 };
  server.handle('POST /rest/v1/rpc/accounting_accounts', () => Response.json([held]));
  server.handle(DISCARD, () => {
    stored = [];
    return Response.json(null);
  });
  const { user } = await renderScreen('/admin/month?month=2026-02', { as: ADMIN });
  const section = within(await screen.findByRole('region', { name: 'Statements' }));
  expect(await section.findByText('AZUL, not settled yet: $12.50 · PayPal, not settled yet: $0.00')).toBeVisible();
  expect(server.received('POST /rest/v1/rpc/accounting_accounts')).toContainEqual(
    expect.objectContaining({ body: { month: '2026-03-01' } }),
  );
  await user.click(section.getByRole('button', { name: 'Discard' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Discard the statement A-1?' }));
  expect(server.received(DISCARD)).toHaveLength(0);
  await user.click(dialog.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(section.queryByRole('button', { name: 'Discard' })).toBeNull());
  expect(server.received(DISCARD)).toHaveLength(1);
});

test('a file without amounts says what is missing', async () => {
  await choose('Tipo;Orden\nVenta;A1');
  expect(await screen.findByText(/name the columns, with one called “monto”/)).toBeVisible();
});
