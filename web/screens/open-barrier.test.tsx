import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { fakeClock, jumpTime, openParked, passTime, renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

const ROUTE = 'POST /functions/v1/open-space';
const MINUTE = 1 / 60;
const RETRY_MS = 1000;

type Command = { reservation: string; action: string; key: string };
const commands = () => server.received(ROUTE).map(({ body }) => body as Command);
const respondWith = (body: object, status = 200) => server.handle(ROUTE, () => Response.json(body, { status }));

const openButton = () => screen.findByRole('button', { name: 'Open the barrier' });
const findOpenButton = () => screen.queryByRole('button', { name: /Open the barrier/ });

beforeEach(() => {
  server.config.support = { phone: '+1 809 555 0100' };
  respondWith({ outcome: 'opened' });
  server.rows('parking_zones').push(ZONE);
});

/** A reservation on a space with a barrier, or without one. */
const reserveSpace = (startsInHours: number, hasLock = true) =>
  createReservation({
    startsInHours,
    space: Object.assign(createSpace(3), { kavass_device_id: hasLock ? 'KV-3' : null }),
  });

/** Opens the status of a reservation under way. */
function park(hasLock = true) {
  fakeClock();
  return openParked(reserveSpace(-0.5, hasLock));
}

describe('opening', () => {
  test('a driver opens the barrier on the status screen and reads the seconds until it is down', async () => {
    const { user, reservation } = await park();
    const release = server.holdRequests(ROUTE);
    await user.click(await openButton());
    const busy = await screen.findByRole('button', { name: 'Opening the barrier…' });
    expect(busy).toHaveAttribute('aria-disabled', 'true');
    await waitFor(() => expect(screen.getByText('Opening the barrier…', { selector: '[role=status]' })).toBeVisible());
    await passTime(4000);
    await waitFor(() => expect(busy).toHaveTextContent(/[4-9] s$/));

    release();

    expect(await screen.findByText('The barrier is down. You can drive.')).toBeVisible();
    expect(commands()).toEqual([{ reservation: reservation.id, action: 'open', key: expect.any(String) }]);
    expect(screen.getByRole('button', { name: 'Open the barrier again' })).toBeEnabled();
  });

  test('an upcoming card has the button 10 minutes before the start, and not earlier', async () => {
    fakeClock(new Date(2026, 2, 1, 14, 35));
    server.rows('reservations').push(reserveSpace(25 * MINUTE));
    await renderScreen('/activity');
    await screen.findByRole('button', { name: 'Cancel reservation' });
    expect(findOpenButton()).toBeNull();
    await jumpTime(15 * 60_000);
    expect(await openButton()).toBeVisible();
  });

  test('a reservation on a space without a barrier has no button', async () => {
    await park(false);
    await screen.findByRole('button', { name: 'End Parking' });
    expect(findOpenButton()).toBeNull();
  });
});

describe('what goes wrong', () => {
  test.each([
    ['barrier-no-response', 'The barrier did not answer. Try again, or call the operator.', 'no-response', 200],
    ['barrier-offline', 'The barrier is offline and cannot move. Call the operator.', 'rejected', 200],
    ['barrier-still-of-other', /^The reservation before yours is not over yet/, 'rejected', 409],
    ['barrier-too-often', /^You have moved the barrier too often/, 'rejected', 429],
  ])('a driver reads %s, can call the operator, and tries again', async (problem, sentence, outcome, status) => {
    respondWith({ outcome, problem }, status);
    const { user } = await park();
    await user.click(await openButton());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(sentence);
    const numbers = screen.getAllByRole('link', { name: 'Call +1 809 555 0100' });
    expect(numbers[0]?.compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_PRECEDING);

    respondWith({ outcome: 'opened' });
    await user.click(await openButton());

    expect(await screen.findByText('The barrier is down. You can drive.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(new Set(commands().map(({ key }) => key)).size).toBe(2);
  });

  test('a response that is lost is looked for again with the same key, also by the driver', async () => {
    const { user } = await park();
    const restore = server.breakRequests(ROUTE);
    await user.click(await openButton());
    await passTime(RETRY_MS);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^The connection was lost, so the barrier may have moved/,
    );
    restore();
    await user.click(await openButton());
    expect(await screen.findByText('The barrier is down. You can drive.')).toBeVisible();
    expect(commands()).toHaveLength(3);
    expect(new Set(commands().map(({ key }) => key)).size).toBe(1);
  });
});
