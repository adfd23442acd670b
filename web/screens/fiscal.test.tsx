import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { ADMIN } from '../testing/people.ts';
import { renderScreen } from '../testing/render-screen.tsx';

const OVERVIEW = {
  ...{ environment: 'testecf', obstacles: [], waiting: 2 },
  ...{ without_number: 0, deadline: null, rejected: 1, types_running_out: ['34'] },
};
const RANGE = {
  ...{ id: '11111111-1111-4111-8111-111111111111', environment: 'testecf', type: '32', first_number: 1 },
  ...{ last_number: 1000, next_number: 201, expires_on: '2027-12-31' },
};
const REJECTED = {
  ...{ id: '22222222-2222-4222-8222-222222222222', receipt_id: '33333333-3333-4333-8333-333333333333', type: '31' },
  ...{ encf: 'E310000000007', state: 'rejected', amount: 590, tax: 90, buyer_tax_number: '132000005' },
  ...{ buyer_name: 'Cliente SRL', security_code: 'T6CiyT', signed_at: '2026-10-06T13:15:30+00:00' },
  ...{ is_contingency: false, response: '2001 El monto no cuadra', created_at: '2026-10-06T13:15:30+00:00' },
  reissued_at: null,
};

const RECEIVED = {
  ...{ id: '44444444-4444-4444-8444-444444444444', issuer: '132000005', issuer_name: 'Luz y Fuerza SRL' },
  ...{ encf: 'E310000000042', issued_on: '2026-10-05', amount: 1180, approval: null },
  ...{ signer: 'ANA PÉREZ, IDCDO-00112345673', state: 'confirmed', takes_approval: true },
};

beforeEach(() => {
  server.config.samples = false;
  server.handle('POST /rest/v1/rpc/fiscal_overview', () => Response.json(OVERVIEW));
  server.handle('GET /rest/v1/fiscal_ranges', () => Response.json([RANGE]));
  server.handle('GET /rest/v1/fiscal_documents', () =>
    Response.json([REJECTED], { headers: { 'content-range': '0-0/1' } }),
  );
  server.handle('GET /rest/v1/fiscal_received', () => Response.json([RECEIVED]));
});

const open = () => renderScreen('/admin/fiscal', { as: ADMIN });

test('an operator reads what needs a look, and issues a rejected document again', async () => {
  server.handle('POST /rest/v1/rpc/reissue_fiscal_document', () => Response.json(null));
  const { user } = await open();
  expect(await screen.findByText(/^Rejected by DGII: 1\./)).toBeVisible();
  expect(screen.getByText(/^Numbers are running out or expire soon: Electronic Credit Note/)).toBeVisible();
  const row = (await screen.findByText('E310000000007')).closest('tr, li') as HTMLElement;
  expect(row).toHaveTextContent('2001 El monto no cuadra');
  expect(row).toHaveTextContent('1-32-00000-5');
  await user.click(within(row).getByRole('button', { name: 'Issue again' }));
  const dialog = await screen.findByRole('dialog', { name: 'Issue this receipt again?' });
  await user.click(within(dialog).getByRole('button', { name: 'Issue again' }));
  expect(await screen.findByText('It is issued again')).toBeVisible();
  expect(server.received('POST /rest/v1/rpc/reissue_fiscal_document')[0]?.body).toEqual({ document: REJECTED.id });
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
    ...{ received_id: RECEIVED.id, reason: 'The amount is wrong' },
  });
});

test('a document that DGII has not confirmed says so, and cannot be decided on', async () => {
  const unconfirmed = { ...RECEIVED, state: 'unconfirmed', takes_approval: false };
  const unknown = { ...unconfirmed, id: RANGE.id, encf: 'E310000000043', state: 'unknown' };
  server.handle('GET /rest/v1/fiscal_received', () => Response.json([unconfirmed, unknown]));
  await open();
  expect(await screen.findByText('DGII has not confirmed it yet')).toBeVisible();
  expect(screen.getByText('DGII does not know it')).toBeVisible();
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
