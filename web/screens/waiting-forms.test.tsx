import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { serveChanges } from '../testing/fake-changes.ts';
import { PAYMENT_PAGE, servePayments, watchLeaving } from '../testing/fake-payments.ts';
import { server } from '../testing/fake-server.ts';
import { createVehicle, keepVehicles } from '../testing/fake-vehicles.ts';
import { DRIVER } from '../testing/people.ts';
import { expectPath, renderScreen, setDevicePosition } from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

// Each form that leads to money keeps what is filled in, over a reload and until a payment is over.

const SPACE = createSpace(3);
const CARD = { brand: 'Visa', expires: '209912', user_id: DRIVER.id };

const hours = () => screen.findByLabelText('Duration (hours)');
const choose = (name: RegExp | string) => screen.findByRole('radio', { name });

beforeEach(() => {
  servePayments({ balance: 0 });
  serveChanges();
  keepVehicles(createVehicle('Toyota Yaris', 'A987654'), createVehicle('Honda Civic', 'B123456'));
  server
    .rows('saved_cards')
    .push({ ...CARD, id: crypto.randomUUID(), last4: '1732' }, { ...CARD, id: crypto.randomUUID(), last4: '4242' });
  server.rows('parking_zones').push({ ...ZONE, spaces: [{ count: 1 }], available: [{ count: 1 }] });
  server.rows('parking_spaces').push({ ...SPACE });
  setDevicePosition({ latitude: ZONE.latitude, longitude: ZONE.longitude });
});

/** The provider sends the browser back, as it declined the payment. */
async function comeBackDeclined({ user, reload }: Awaited<ReturnType<typeof renderScreen>>): Promise<void> {
  Object.assign(server.rows('payments').at(-1) ?? {}, { state: 'declined', failure: 'payment-declined' });
  await reload();
  await user.click(await screen.findByRole('link', { name: 'Go on with your reservation' }));
}

test.each([
  [`/reserve/${SPACE.id}`, 'CONFIRM RESERVATION'],
  ['/park-now', 'PARK NOW'],
])('%s has hours, vehicle and card again after a reload and after a card was declined', async (path, confirm) => {
  const left = watchLeaving();
  const app = await renderScreen(path);
  const { user, reload } = app;
  await user.click(await choose(/4242/));
  await user.click(await choose(/Honda Civic/));
  fireEvent.change(await hours(), { target: { value: '5' } });
  const expectFilledIn = async () => {
    expect(await hours()).toHaveValue('5');
    expect(await choose(/Honda Civic/)).toBeChecked();
    await waitFor(async () => expect(await choose(/4242/)).toBeChecked());
  };
  await waitFor(() => expect(JSON.stringify(window.history.state)).toMatch(/"hours":5/));
  await reload();
  await expectFilledIn();
  await waitFor(() => expect(screen.getByRole('button', { name: confirm })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: confirm }));
  await waitFor(() => expect(left.form()).toMatchObject({ action: PAYMENT_PAGE }));
  await comeBackDeclined(app);
  await expectPath(path);
  await expectFilledIn();
});

test('an extension whose card was declined is asked for again, with its end and its card', async () => {
  const left = watchLeaving();
  server.rows('reservations').push(createReservation({ startsInHours: -1, hours: 2, space: SPACE }));
  const app = await renderScreen('/reservations');
  const { user } = app;
  await user.click(await screen.findByRole('link', { name: /current|parked/i }));
  await user.click(await screen.findByRole('button', { name: 'Extend reservation' }));
  const asked = within(await screen.findByRole('dialog'));
  await user.click(await asked.findByRole('radio', { name: /^2 hours/ }));
  await user.click(await asked.findByRole('radio', { name: /4242/ }));
  await user.click(asked.getByRole('button', { name: /and stay/ }));
  await waitFor(() => expect(left.form()).toMatchObject({ action: PAYMENT_PAGE }));
  await comeBackDeclined(app);
  const again = within(await screen.findByRole('dialog'));
  expect(await again.findByRole('radio', { name: /^2 hours/ })).toBeChecked();
  await waitFor(() => expect(again.getByRole('radio', { name: /4242/ })).toBeChecked());
});

test('a change that costs more is paid by card like all else, and found again after the card was declined', async () => {
  const left = watchLeaving();
  server.rows('reservations').push(createReservation({ startsInHours: 3, hours: 2, space: SPACE }));
  const app = await renderScreen('/activity');
  const { user } = app;
  await user.click(await screen.findByRole('button', { name: /^change$/i }));
  await expectPath('/change-reservation');
  fireEvent.change(await hours(), { target: { value: '4' } });
  await user.click(await choose(/4242/));
  await user.click(await screen.findByRole('button', { name: 'Pay $10.00 and change' }));
  await waitFor(() => expect(left.form()).toMatchObject({ action: PAYMENT_PAGE }));
  expect(server.rows('payments')).toMatchObject([{ purpose: 'change', amount: 10 }]);
  await comeBackDeclined(app);
  await expectPath('/change-reservation');
  expect(await hours()).toHaveValue('4');
  await waitFor(async () => expect(await choose(/4242/)).toBeChecked());
});
