import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { catchDownloads } from '../testing/back-office.ts';
import { server } from '../testing/fake-server.ts';
import { ADMIN } from '../testing/people.ts';
import { renderScreen } from '../testing/render-screen.tsx';

const OVERVIEW = {
  environment: 'testecf',
  obstacles: [],
  waiting: 2,
  without_document: { count: 0, amount: 0, receipts: [] },
  without_number: 0,
  deadline: null,
  rejected: 1,
  types_running_out: ['34'],
  refused_voids: [],
  exchange_rate: { day: '2026-10-05', rate: 59.1234 },
};
const RANGE = {
  id: '11111111-1111-4111-8111-111111111111',
  environment: 'testecf',
  type: '32',
  first_number: 1,
  last_number: 1000,
  next_number: 201,
  expires_on: '2027-12-31',
};
const REJECTED = {
  id: '22222222-2222-4222-8222-222222222222',
  receipt_id: '33333333-3333-4333-8333-333333333333',
  type: '31',
  encf: 'E310000000007',
  state: 'rejected',
  amount: 590,
  tax: 90,
  buyer_tax_number: '132000005',
  buyer_name: 'Cliente SRL',
  security_code: 'T6CiyT',
  signed_at: '2026-10-06T13:15:30+00:00',
  is_contingency: false,
  response: '2001 El monto no cuadra',
  created_at: '2026-10-06T13:15:30+00:00',
  reissued_at: null,
  issued_on: '2026-10-06',
  receipt_number: 42,
  modified_encf: null,
  reservation_id: '55555555-5555-4555-8555-555555555555',
};

const RECEIVED = {
  id: '44444444-4444-4444-8444-444444444444',
  issuer: '132000005',
  issuer_name: 'Luz y Fuerza SRL',
  encf: 'E310000000042',
  issued_on: '2026-10-05',
  amount: 1180,
  approval: null,
  signer: 'ANA PÉREZ, IDCDO-00112345673',
  state: 'confirmed',
  takes_approval: true,
};

beforeEach(() => {
  server.config.samples = false;
  server.handle('POST /rest/v1/rpc/fiscal_overview', () => Response.json(OVERVIEW));
  server.handle('GET /rest/v1/fiscal_ranges', () => Response.json([RANGE]));
  server.handle('GET /rest/v1/admin_fiscal_documents', () =>
    Response.json([REJECTED], { headers: { 'content-range': '0-0/1' } }),
  );
  server.handle('GET /rest/v1/fiscal_received', () => Response.json([RECEIVED]));
});

const open = () => renderScreen('/admin/fiscal', { as: ADMIN });

test('an operator reads what needs a look, corrects the buyer of a rejected document and issues it again', async () => {
  server.handle('POST /rest/v1/rpc/reissue_fiscal_document', () => Response.json(null));
  const { user } = await open();
  expect(await screen.findByText(/^Rejected by DGII: 1\./)).toBeVisible();
  expect(screen.getByText(/^Numbers are running out or expire soon: Electronic Credit Note/)).toBeVisible();
  const row = (await screen.findByText('E310000000007')).closest('tr, li') as HTMLElement;
  expect(row).toHaveTextContent('2001 El monto no cuadra');
  expect(row).toHaveTextContent('1-32-00000-5');
  await user.click(within(row).getByRole('button', { name: 'Issue again' }));
  const dialog = await screen.findByRole('dialog', { name: 'Issue this receipt again?' });
  const again = within(dialog).getByRole('button', { name: 'Issue again' });
  expect(within(dialog).getByLabelText('RNC or cédula')).toHaveValue('1-32-00000-5');
  await user.clear(within(dialog).getByLabelText('Name or company'));
  await user.click(again);
  expect(await within(dialog).findByText('Enter the name as it is registered')).toBeVisible();
  expect(within(dialog).getByText(/^Enter a reason of ten letters or more/)).toBeVisible();
  await user.type(within(dialog).getByLabelText('Name or company'), 'Sol SRL');
  await user.type(within(dialog).getByLabelText('Reason, for the history'), 'The name was wrong');
  await user.click(again);
  expect(await screen.findByText('It is issued again')).toBeVisible();
  expect(server.received('POST /rest/v1/rpc/reissue_fiscal_document')[0]?.body).toEqual({
    document: REJECTED.id,
    reason: 'The name was wrong',
    buyer_tax_number: '132000005',
    buyer_name: 'Sol SRL',
  });
});

test('the file has numbers below zero for notes, nothing for what was rejected, days of the country and what a note is of', async () => {
  const accepted = { ...REJECTED, id: REJECTED.receipt_id, state: 'accepted', encf: 'E310000000008' };
  const note = {
    ...accepted,
    id: RECEIVED.id,
    type: '34',
    encf: 'E340000000001',
    modified_encf: accepted.encf,
    amount: 610.17,
    tax: 93.08,
  };
  server.handle('GET /rest/v1/admin_fiscal_documents', () =>
    Response.json([REJECTED, accepted, note], { headers: { 'content-range': '0-2/3' } }),
  );
  const files = catchDownloads();
  await renderScreen('/admin/fiscal?from=2026-10-06&to=2026-10-06', { as: ADMIN });
  await screen.findByText('Modifies e-NCF: E310000000008');
  fireEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = ((await files[0]?.text) ?? '').trimEnd().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',').slice(3, 10).join())).toEqual([
    '2026-10-06,,132000005,Cliente SRL,0,0,0',
    '2026-10-06,,132000005,Cliente SRL,500,90,590',
    '2026-10-06,E310000000008,132000005,Cliente SRL,-517.09,-93.08,-610.17',
  ]);
  expect(lines[2]).toMatch(/,42,55555555-5555-4555-8555-555555555555$/);
  // From midnight to midnight in Santo Domingo, by the time of the signature.
  const [listed] = server.received('GET /rest/v1/admin_fiscal_documents');
  expect(listed?.url.searchParams.getAll('signed_at')).toEqual([
    'gte.2026-10-06T04:00:00.000Z',
    'lt.2026-10-07T04:00:00.000Z',
  ]);
});

test('receipts that have no fiscal document are an alarm with their sum and a list, whatever else is missing', async () => {
  server.handle('POST /rest/v1/rpc/fiscal_overview', () =>
    Response.json({
      ...OVERVIEW,
      environment: null,
      obstacles: ['off', 'address'],
      without_document: {
        count: 2,
        amount: 1180,
        receipts: [{ id: RECEIVED.id, number: 7, issued_at: '2026-10-06T13:15:30+00:00', amount: 590 }],
      },
    }),
  );
  await open();
  expect(await screen.findByText('Receipts without e-CF: 2, $1,180.00 in all.')).toBeVisible();
  expect(screen.getByText('Enter the legal address in Settings.')).toBeVisible();
  const missing = within(screen.getByRole('region', { name: 'Receipts without e-CF' }));
  expect(await missing.findByRole('link')).toHaveAttribute('href', `/receipt/${RECEIVED.id}`);
  expect(missing.getByText('$590.00')).toBeVisible();
});

test('in dollars the rate of the day is typed in, and a refused void is asked for again', async () => {
  server.handle('POST /rest/v1/rpc/fiscal_overview', () =>
    Response.json({ ...OVERVIEW, refused_voids: ['Firma inválida'] }),
  );
  server.handle('POST /rest/v1/exchange_rates', () => new Response(null, { status: 201 }));
  server.handle('PATCH /rest/v1/fiscal_voids', () => new Response(null, { status: 204 }));
  const { user } = await open();
  expect(await screen.findByText('The DGII did not void some numbers: Firma inválida')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Ask again to void' }));
  await waitFor(() => expect(server.received('PATCH /rest/v1/fiscal_voids')[0]?.body).toEqual({ state: 'due' }));
  await user.click(screen.getByRole('button', { name: 'Enter today’s rate of the dollar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Enter today’s rate of the dollar' });
  expect(dialog).toHaveTextContent('59.1234 pesos for a dollar');
  const rate = within(dialog).getByLabelText('Pesos for a dollar');
  await user.type(rate, '59,5');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText(/^Enter the rate with up to four decimals/)).toBeVisible();
  await user.clear(rate);
  await user.type(rate, '59.5');
  server.handle('POST /rest/v1/exchange_rates', () =>
    Response.json({ code: '23514', message: 'day-to-come', hint: 'day-to-come', details: null }, { status: 400 }),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(rate).toHaveAccessibleDescription(/^This day is still to come/));
  server.handle('POST /rest/v1/exchange_rates', () => new Response(null, { status: 201 }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(server.received('POST /rest/v1/exchange_rates').at(-1)?.body).toMatchObject({ rate: 59.5 });
});

test('a document of another company is rejected with a reason', async () => {
  server.handle('POST /rest/v1/fiscal_approvals', () => new Response(null, { status: 201 }));
  const { user } = await open();
  expect(await screen.findByText('Luz y Fuerza SRL')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Reject E310000000042' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject this receipt?' }));
  await user.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(await dialog.findByText('Say why you reject it')).toBeVisible();
  await user.type(dialog.getByLabelText('Reason'), 'The amount is wrong');
  const rejected = { ...RECEIVED, approval: { reason: 'The amount is wrong', state: 'due', response: null } };
  server.handle('GET /rest/v1/fiscal_received', () => Response.json([rejected]));
  await user.click(dialog.getByRole('button', { name: 'Reject' }));
  expect(await screen.findByText('The amount is wrong')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Approve|Reject)/ })).toBeNull();
  expect(server.received('POST /rest/v1/fiscal_approvals')[0]?.body).toEqual({
    received_id: RECEIVED.id,
    reason: 'The amount is wrong',
  });
});

test('a document that DGII has not confirmed says so, and cannot be decided on', async () => {
  const unconfirmed = { ...RECEIVED, state: 'unconfirmed', takes_approval: false };
  const unknown = { ...unconfirmed, id: RANGE.id, encf: 'E310000000043', state: 'unknown' };
  server.handle('GET /rest/v1/fiscal_received', () => Response.json([unconfirmed, unknown]));
  await open();
  expect(await screen.findByText('DGII has not confirmed it yet')).toBeVisible();
  expect(screen.getByText('DGII does not know it')).toBeVisible();
  // Such a document is in pesos, whatever the operator charges in.
  expect(screen.getAllByText('RD$1,180.00')).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: /^Remove E/ })).toHaveLength(2);
  expect(screen.queryByRole('button', { name: /^(Approve|Reject)/ })).toBeNull();
});

test('a document that was never meant for the operator is removed after a question that names its signer', async () => {
  server.handle('DELETE /rest/v1/fiscal_received', () => Response.json({ id: RECEIVED.id }));
  const { user } = await open();
  expect(await screen.findByText('Signed by ANA PÉREZ, IDCDO-00112345673')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove E310000000042' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this receipt?' }));
  expect(dialog.getByText(/signed by ANA PÉREZ, IDCDO-00112345673/)).toBeVisible();
  expect(server.received('DELETE /rest/v1/fiscal_received')).toEqual([]);
  server.handle('GET /rest/v1/fiscal_received', () => Response.json([]));
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('The receipt has been removed')).toBeVisible();
  expect(screen.queryByText('Luz y Fuerza SRL')).toBeNull();
  expect(server.received('DELETE /rest/v1/fiscal_received')).toHaveLength(1);
});
