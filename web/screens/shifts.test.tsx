import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { ADMIN } from '../testing/people.ts';
import { renderScreen } from '../testing/render-screen.tsx';

// The blind count of a drawer.

const OPEN = {
  id: 'shift-1',
  cashier: 'Ada (admin)',
  zone_name: 'Naco',
  day: '2026-03-10',
  is_own: true,
  note: null,
  opened_at: '2026-03-10T12:00:00Z',
  closed_at: null,
  closed_by: null,
  is_forgotten: false,
  needs_note: false,
  counts: null,
  opening_float: 20,
  expected: null,
  counted: null,
  difference: null,
};
let shift: object;

beforeEach(() => {
  server.config.samples = false;
  shift = OPEN;
  server.handle('POST /rest/v1/rpc/my_shift', () =>
    Response.json({ shift, waiting: [], zones: [{ id: 'zone-1', name: 'Naco' }], denominations: [100, 20, 0.25] }),
  );
  server.handle('POST /rest/v1/rpc/list_shifts', () => Response.json([]));
});

test('a drawer is counted by bills and coins in four taps, and only then is the difference shown', async () => {
  const bodies: unknown[] = [];
  server.handle('POST /rest/v1/rpc/close_shift', ({ body }) => {
    bodies.push(body);
    const result = { expected: 160.5, counted: 150.5, difference: -10, cash: 140.5, stays: 3 };
    shift = { ...OPEN, closed_at: '2026-03-10T20:00:00Z', closed_by: 'Ada (admin)', needs_note: true, ...result };
    return Response.json(shift);
  });
  const { user } = await renderScreen('/admin/shifts', { as: ADMIN });
  await user.click(await screen.findByRole('button', { name: 'Count and close' }));
  await user.type(screen.getByLabelText('$100.00'), '1');
  await user.type(screen.getByLabelText('$20.00'), '2.5');
  await user.clear(screen.getByLabelText('$20.00'));
  await user.type(screen.getByLabelText('$20.00'), '2');
  await user.type(screen.getByLabelText('$0.25'), '42');
  expect(screen.getByText('Counted: $150.50')).toBeInTheDocument();
  expect(screen.queryByText('Expected')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close the shift' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, close it' }));
  expect(await screen.findByText('Difference')).toBeInTheDocument();
  expect(bodies).toEqual([{ shift: 'shift-1', counts: { 100: 1, 20: 2, 0.25: 42 } }]);
  expect(screen.getByRole('button', { name: 'Print the slip' })).toBeInTheDocument();
  // Another one is opened only with a note.
  expect(screen.getByLabelText(/Why is there a difference/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Open the shift' })).not.toBeInTheDocument();
});

test('a drop that waits is confirmed by another, and the own one only withdrawn', async () => {
  const drop = { kind: 'drop', amount: 6000, reason: null, made_by: 'Beto (cashier)' };
  server.handle('POST /rest/v1/rpc/my_shift', () =>
    Response.json({
      shift: null,
      zones: [{ id: 'zone-1', name: 'Naco' }],
      denominations: [],
      waiting: [
        { ...drop, id: 'other', is_own: false },
        { ...drop, id: 'own', is_own: true },
      ],
    }),
  );
  const sent: unknown[] = [];
  server.handle('POST /rest/v1/rpc/decide_movement', ({ body }) => {
    sent.push(body);
    return Response.json(null);
  });
  const { user } = await renderScreen('/admin/shifts', { as: ADMIN });
  const confirm = await screen.findByRole('button', { name: 'Confirm' });
  expect(within(confirm.parentElement ?? confirm).getByText(/To the safe · \$6,000\.00 · Beto/)).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Withdraw' })).toHaveLength(2);
  await user.click(confirm);
  expect(sent).toEqual([{ movement: 'other', approve: true }]);
});
