import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { openTab } from '../../testing/back-office.ts';
import { server } from '../../testing/fake-server.ts';
import { createRefund } from '../../testing/money-rows.ts';

// The money of the overview, without sample data.

beforeEach(() => {
  server.config.samples = false;
  // Nine in the morning of March 15 in Santo Domingo.
  vi.setSystemTime(new Date('2026-03-15T13:00:00Z'));
});

const open = () => openTab('overview', '&part=revenue');

test('refunds to be made by hand and those that failed lately are told, older ones are not', async () => {
  server
    .rows('payment_refunds')
    .push(
      createRefund({ amount: 118 }),
      createRefund({ amount: 5, state: 'failed', finished_at: '2026-03-10T10:00:00Z', error: 'WRONG STATE' }),
      createRefund({ amount: 7, state: 'failed', finished_at: '2026-01-10T10:00:00Z' }),
      createRefund({ amount: 9, state: 'sent' }),
    );
  await open();
  const manual = within(await screen.findByRole('list', { name: 'Refunds to be made by hand' }));
  expect(manual.getByText(/^Refund of \$118\.00/)).toBeVisible();
  expect(manual.getByRole('button', { name: 'Done in the portal' })).toBeVisible();
  const failed = within(screen.getByRole('list', { name: 'Refunds that failed' }));
  expect(failed.getByText(/^Failed refund of \$5\.00/)).toBeVisible();
  expect(failed.getByText('WRONG STATE')).toBeVisible();
  expect(failed.getAllByRole('listitem')).toHaveLength(1);
});
