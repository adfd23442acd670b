import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server } from '../../testing/fake-server.ts';
import { ADMIN } from '../../testing/people.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { createReservation, createSpace } from '../../testing/rows.ts';

// The overview without sample data.

beforeEach(() => {
  server.config.samples = false;
  server.tables.admin_audit_log = [];
  server.rows('parking_spaces').push(createSpace(1), createSpace(2), createSpace(3));
  server.rows('reservations').push(createReservation({ startsInHours: 1 }));
});

test('an operator reads what there is, and each figure leads to its tab', async () => {
  await renderScreen('/admin', { as: ADMIN });
  const spaces = await screen.findByRole('link', { name: 'Parking Spots' });
  expect(spaces.closest('div')).toHaveTextContent('3');
  expect(screen.getByRole('link', { name: 'Total Users' }).closest('div')).toHaveTextContent('2');
  expect(screen.queryByText('1,234')).toBeNull();
  expect(screen.getByRole('link', { name: 'Reservations' })).toHaveAttribute('href', '/admin?tab=reservations');
});

test('figures that cannot be loaded are told, and tried again', async () => {
  const respond = server.failRequests('GET /rest/v1/parking_spaces', 400, { code: 'XX000' });
  const { user } = await renderScreen('/admin', { as: ADMIN });
  expect(await screen.findByText('Failed to load the figures')).toBeVisible();
  respond();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'Parking Spots' })).toBeVisible();
});
