import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openTab, readTexts } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import type { Row } from '../../testing/fake-tables.ts';
import { DRIVER } from '../../testing/people.ts';
import { findToast } from '../../testing/render-screen.tsx';

// Corrections of wallets that wait for a second administrator: in the overview and beside the wallet of a driver.

const DECIDE = 'POST /rest/v1/rpc/decide_correction';
const TITLE = 'Corrections that wait for approval';

beforeEach(() => {
  server.config.samples = false;
  vi.setSystemTime(new Date('2026-03-15T13:00:00Z'));
  server.tables.proposed_corrections = [];
});

function addProposal(fields: Row = {}): void {
  const rows = server.rows('proposed_corrections');
  rows.push({
    id: `correction-${rows.length + 1}`,
    user_id: DRIVER.id,
    amount: 750,
    reason: 'The terminal charged twice',
    provider_reference: null,
    proposed_at: `2026-03-14T10:00:0${rows.length}Z`,
    person_email: 'ana@parqueo.test',
    proposer_email: 'ada@parqueo.test',
    is_own: false,
    ...fields,
  });
}

const findProposals = async () => within(await screen.findByRole('region', { name: TITLE }));
const buttonsOf = (item: HTMLElement) => readTexts(within(item).getAllByRole('button'));

/** Presses the button of the only proposal, then that of the dialog. */
async function decide(button: string, question: string) {
  await openTab('overview');
  fireEvent.click((await findProposals()).getByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog', { name: question }));
  fireEvent.click(dialog.getByRole('button', { name: button }));
  return dialog;
}

test('what waits is told with amount, person, reason and proposer, the oldest first; the own one is not approved', async () => {
  addProposal();
  addProposal({ amount: -20.5, provider_reference: '4711', person_email: null, proposer_email: null, is_own: true });
  await openTab('overview');
  const [first, second] = (await findProposals()).getAllByRole('listitem');
  expect(first).toHaveTextContent(
    /^\+\$750\.00 for ana@parqueo\.testThe terminal charged twiceProposed by ada@parqueo\.test, /,
  );
  expect(second).toHaveTextContent(/^−\$20\.50 for .*Payment found in the portal as 4711\./);
  expect(buttonsOf(first as HTMLElement)).toEqual(['Approve', 'Decline']);
  expect(buttonsOf(second as HTMLElement)).toEqual(['Withdraw']);
});

test.each([
  ['Approve', 'Approve this correction?', false, true, 'Approved and posted'],
  ['Decline', 'Decline this correction?', false, false, 'Declined. Nothing was moved.'],
  ['Withdraw', 'Withdraw your proposal?', true, false, 'Withdrawn. Nothing was moved.'],
])('%s asks first, and what is decided waits no more', async (button, question, is_own, approve, said) => {
  addProposal({ is_own });
  server.handle(DECIDE, () => {
    server.tables.proposed_corrections = [];
    return Response.json(null);
  });
  await decide(button, question);
  await findToast(said);
  expect(server.received(DECIDE).map(({ body }) => body)).toEqual([{ correction: 'correction-1', approve }]);
  await waitFor(() => expect(screen.queryByRole('region', { name: TITLE })).toBeNull());
});
