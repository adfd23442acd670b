import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serveChanges } from '../testing/fake-changes.ts';
import { server } from '../testing/fake-server.ts';
import { expectPath, fakeClock, renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

const NOW = new Date(2026, 2, 2, 12, 0);

/** Opens the form of a reservation of A-03 from 3 PM to 5 PM, whose hour costs $8 since. */
async function openForm() {
  fakeClock(NOW);
  serveChanges();
  server.rows('reservations').push(createReservation({ startsInHours: 3, hours: 2, space: createSpace(3) }));
  server.rows('parking_zones').push(ZONE);
  server.rows('parking_spaces').push({ ...createSpace(3), hourly_rate: 8 });
  const { user } = await renderScreen('/activity');
  await user.click(await screen.findByRole('button', { name: /^change$/i }));
  await expectPath('/change-reservation');
  await screen.findByLabelText('Date');
}

test('a reservation keeps its price until its time changes, also when an hour costs more now', async () => {
  await openForm();
  const total = screen.getByText('$10.00', { selector: 'output' });
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '18:00' } });
  expect(total).toHaveTextContent('$16.00');
});

test('the driver’s own time does not count as taken', async () => {
  await openForm();
  expect(await screen.findByText('Free at this time')).toBeVisible();
  const [request] = server.received('GET /rest/v1/space_occupancy');
  expect(request?.url.searchParams.get('or')).toContain('start_time.neq.');
});
