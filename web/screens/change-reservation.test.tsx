import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serveChanges } from '../testing/fake-changes.ts';
import { server } from '../testing/fake-server.ts';
import { expectPath, fakeClock, renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

const NOW = new Date(2026, 2, 2, 12, 0);

/** Opens the form of a reservation of A-03 from 3 PM to 5 PM, by its card in a list. */
async function openForm(list: '/activity' | '/reservations' = '/activity', rate = 5) {
  fakeClock(NOW);
  serveChanges();
  const reservation = createReservation({ startsInHours: 3, hours: 2, space: createSpace(3) });
  server.rows('reservations').push(reservation);
  server.rows('parking_zones').push(ZONE);
  server
    .rows('parking_spaces')
    .push({ ...createSpace(3), hourly_rate: rate }, createSpace(4), { ...createSpace(5), status: 'maintenance' });
  const app = await renderScreen(list);
  await app.user.click(await screen.findByRole('button', { name: /^change$/i }));
  await expectPath('/change-reservation');
  await screen.findByLabelText('Date');
  return { ...app, reservation };
}

test('a reservation keeps its price until its time changes, also when an hour costs more now', async () => {
  await openForm('/activity', 8);
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
