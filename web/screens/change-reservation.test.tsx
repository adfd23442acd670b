import { fireEvent, screen, waitFor } from '@testing-library/react';
import { addHours } from 'date-fns';
import { expect, test } from 'vitest';
import { serveChanges } from '../testing/fake-changes.ts';
import { server } from '../testing/fake-server.ts';
import { createVehicle, keepVehicles } from '../testing/fake-vehicles.ts';
import { expectPath, fakeClock, findToast, renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

const CHANGE = 'POST /rest/v1/rpc/change_reservation';
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
const confirm = () => screen.getByRole('button', { name: 'SAVE CHANGES' });

test('a driver changes the time and the hours of a reservation, and sees the price before and after', async () => {
  const { user } = await openForm();
  expect(screen.getByLabelText('Date')).toHaveValue('2026-03-02');
  expect(screen.getByLabelText('Time')).toHaveValue('15:00');
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '18:00' } });
  await user.click(screen.getByRole('button', { name: /1 more hour|add 1 hour/i }));
  expect(screen.getByText('Before: $10.00')).toBeVisible();
  await user.click(confirm());

  await findToast('Your reservation was changed');
  await expectPath('/activity');
  expect(server.received(CHANGE)[0]?.body).toMatchObject({
    start_time: new Date(2026, 2, 2, 18, 0).toISOString(),
    hours: 3,
    parking_space_id: createSpace(3).id,
    seen_space: createSpace(3).id,
    seen_end: addHours(NOW, 5).toISOString(),
    vehicle_id: null,
  });
  await waitFor(() => expect(screen.getByText(/6:00 PM/)).toBeVisible());
});

test('a reservation keeps its price until its time changes, also when an hour costs more now', async () => {
  await openForm('/activity', 8);
  const total = screen.getByText('$10.00', { selector: 'output' });
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '18:00' } });
  expect(total).toHaveTextContent('$16.00');
});

test('a driver chooses another space of the zone among the available ones', async () => {
  const { user } = await openForm('/reservations');
  const spaces = screen.getByLabelText('Space of this zone');
  await waitFor(() => expect(spaces).toHaveTextContent('A-04'));
  expect(spaces).not.toHaveTextContent('A-05');
  await user.selectOptions(spaces, 'A-04');
  await user.click(confirm());
  await expectPath('/reservations');
  await waitFor(() => expect(screen.getByRole('heading', { name: /A-04/ })).toBeVisible());
});

test('the driver’s own time does not count as taken', async () => {
  await openForm();
  expect(await screen.findByText('Free at this time')).toBeVisible();
  const [request] = server.received('GET /rest/v1/space_occupancy');
  expect(request?.url.searchParams.get('or')).toContain('start_time.neq.');
});

test('a time that is taken meanwhile is not saved, and the form keeps what was filled in', async () => {
  const { user } = await openForm();
  server.failRequests(CHANGE, 400, { code: '23514', hint: 'space-taken' });
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '18:00' } });
  await user.click(confirm());
  await findToast('Parking space is not available during the selected time');
  expect(screen.getByLabelText('Time')).toHaveValue('18:00');
  expect(window.location.pathname).toBe('/change-reservation');
});

test('after a lost response the same change is sent again', async () => {
  const { user } = await openForm();
  const repair = server.breakRequests(CHANGE);
  fireEvent.change(screen.getByLabelText('Time'), { target: { value: '18:00' } });
  await user.click(confirm());
  expect(await screen.findByText(/nothing will be done twice/, { selector: 'span' })).toBeVisible();
  repair();
  await user.click(confirm());
  await expectPath('/activity');
  const [first, second] = server.received(CHANGE);
  expect(second?.body).toEqual(first?.body);
});

test('without samples a driver chooses another vehicle of their own', async () => {
  const id = 'b0000000-0000-4000-8000-000000000001';
  keepVehicles(createVehicle('Yaris', 'A123456', { id, is_default: true }));
  const { user } = await openForm();
  await user.click(await screen.findByRole('radio', { name: /Yaris/ }));
  await user.click(confirm());
  await expectPath('/activity');
  expect(server.received(CHANGE)[0]?.body).toMatchObject({ vehicle_id: id });
});

test('without a reservation the address leads to the list', async () => {
  await renderScreen('/change-reservation');
  await expectPath('/reservations');
});
