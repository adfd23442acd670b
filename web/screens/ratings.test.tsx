import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRating, keepRatings } from '../testing/fake-ratings.ts';
import { server } from '../testing/fake-server.ts';
import { expectPath, renderScreen } from '../testing/render-screen.tsx';
import { createReservation, ZONE } from '../testing/rows.ts';

// The screens without sample data, where ratings are kept.

const SEND = 'POST /rest/v1/ratings';
const CHANGE = 'PATCH /rest/v1/ratings';

let reservation: ReturnType<typeof createReservation>;
beforeEach(() => {
  reservation = createReservation({ startsInHours: -3, status: 'completed' });
  server.rows('reservations').push(reservation);
  server.rows('parking_zones').push(ZONE);
});

const handOver = () => ({ state: { place: 'A-01, Naco Tiradentes', reservationId: reservation.id } });
const star = (name: string) => screen.findByRole('radio', { name });
const submit = () => screen.findByRole('button', { name: 'Submit Rating' });
const comment = () => screen.findByLabelText('Comment (optional)');
const type = async (value: string) => fireEvent.change(await comment(), { target: { value } });

async function chooseStars({ user }: Awaited<ReturnType<typeof renderScreen>>, stars: number): Promise<void> {
  for (const criterion of ['Overall Experience', 'Cleanness', 'Accessibility']) {
    await user.click(await star(`${criterion}: ${stars} of 5 stars`));
  }
}

const sentStars = (stars: number) => ({
  overall: stars,
  cleanness: stars,
  communication: stars,
  accessibility: stars,
});

describe('after a reservation', () => {
  test('a double click sends one rating; its stars alone suffice, for everything and without words', async () => {
    keepRatings();
    const screenOf = await renderScreen('/parking-rating', handOver());
    await screenOf.user.click(await star('Overall Experience: 4 of 5 stars'));
    await screenOf.user.dblClick(await submit());
    await expectPath('/map');
    expect(server.received(SEND).map(({ body }) => body)).toMatchObject([{ ...sentStars(4), comment: null }]);
    expect(server.received(CHANGE)).toEqual([]);
  });

  test('after a failure nothing typed is lost, and the next try finds the rating that had arrived', async () => {
    const ratings = keepRatings();
    const screenOf = await renderScreen('/parking-rating', handOver());
    await chooseStars(screenOf, 2);
    await type('Dark');
    const repair = server.breakRequests(SEND);
    await screenOf.user.click(await submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to send your rating. Please try again.');
    expect(await comment()).toHaveValue('Dark');
    expect(await star('Cleanness: 2 of 5 stars')).toBeChecked();
    // It had arrived.
    ratings.push(createRating({ reservation_id: reservation.id, ...sentStars(2), comment: 'Dark' }));
    repair();
    await screenOf.user.click(await submit());
    await expectPath('/map');
    expect(ratings).toMatchObject([{ ...sentStars(2), comment: 'Dark' }]);
  });

  test('a forged way back leads to the map', async () => {
    keepRatings();
    const { state } = handOver();
    await renderScreen('/parking-rating', { state: { ...state, returnTo: '//evil.example' } });
    await expectPath('/map');
  });
});
