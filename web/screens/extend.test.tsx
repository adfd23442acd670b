import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { addMinutes } from 'date-fns/addMinutes';
import { expect, test } from 'vitest';
import { serveChanges } from '../testing/fake-changes.ts';
import { server } from '../testing/fake-server.ts';
import { fakeClock, findToast, openParked } from '../testing/render-screen.tsx';
import { createReservation, createSpace } from '../testing/rows.ts';

const EXTEND = 'POST /rest/v1/rpc/extend_reservation';
const NOW = new Date(2026, 2, 2, 12, 0);

/** Opens the question of a driver who is parked for another hour. */
async function askToExtend() {
  fakeClock(NOW);
  const space = createSpace(3);
  server.rows('parking_spaces').push(space);
  const { user } = await openParked(createReservation({ startsInHours: -1, hours: 2, space }));
  await user.click(screen.getByRole('button', { name: 'Extend reservation' }));
  return { user, asked: within(await screen.findByRole('dialog')) };
}

const CONFIRM = /^(Extend|Pay \$[\d.]+ and stay) until/;

test('the latest end is shown before, and longer extensions cannot be chosen', async () => {
  serveChanges({ latestEnd: addMinutes(NOW, 150) });
  const { user, asked } = await askToExtend();
  const [one, two] = await asked.findAllByRole('radio');
  expect(asked.getByText('You can stay here until 2:30 PM at the latest.')).toBeVisible();
  expect(one).toBeEnabled();
  expect(two).toBeDisabled();
  await user.click(asked.getByRole('button', { name: 'Another time' }));
  fireEvent.change(asked.getByLabelText('Until'), { target: { value: '2026-03-02T14:31' } });
  expect(asked.getByRole('button', { name: 'Extend reservation' })).toBeDisabled();
  fireEvent.change(asked.getByLabelText('Until'), { target: { value: '2026-03-02T14:30' } });
  await user.click(asked.getByRole('button', { name: /until 2:30\sPM$/ }));
  await waitFor(() => expect(server.received(EXTEND)[0]?.body).toMatchObject({ hours: 1.5 }));
});

test('somebody who reserves meanwhile leaves the latest end that is possible', async () => {
  serveChanges();
  const { user, asked } = await askToExtend();
  server.failRequests(EXTEND, 400, {
    code: '23514',
    hint: 'extension-too-long',
    details: addMinutes(NOW, 90).toISOString(),
  });
  await user.click(await asked.findByRole('button', { name: CONFIRM }));
  expect(await asked.findByRole('button', { name: /until 1:30\sPM$/ })).toBeEnabled();
  expect(asked.getByRole('alert')).toHaveTextContent('You can stay here until 1:30 PM at the latest.');
});

test('after a lost response a driver extends again, and is asked for the same end', async () => {
  serveChanges();
  const { user, asked } = await askToExtend();
  const repair = server.breakRequests(EXTEND);
  await user.click(await asked.findByRole('button', { name: CONFIRM }));
  expect(await asked.findByRole('alert')).toHaveTextContent('nothing will be done twice');
  repair();
  await user.click(asked.getByRole('button', { name: CONFIRM }));
  await findToast('New end of your reservation');
  const [first, second] = server.received(EXTEND);
  expect(second?.body).toEqual(first?.body);
});
