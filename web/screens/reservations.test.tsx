import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { findToast, renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace } from '../testing/rows.ts';

const PAGE = 20;
const CANCEL_ROUTE = 'PATCH /rest/v1/reservations';

const cards = () => within(screen.getByRole('tabpanel')).queryAllByRole('listitem');
const card = async () => {
  await waitFor(() => expect(cards()).toHaveLength(1));
  return within(cards()[0] as HTMLElement);
};
const addReservations = (...rows: Row[]) => server.rows('reservations').push(...rows);

test('a person with many past reservations reads them page by page, each once and in order', async () => {
  // Two spaces each hour, so that neighbours start in the same moment.
  const reservations = Array.from({ length: 45 }, (_, index) => index + 10).flatMap((hours) => [
    createReservation({ startsInHours: -hours, space: createSpace(5) }),
    createReservation({ startsInHours: -hours, space: createSpace(6) }),
  ]);
  server.handle('GET /rest/v1/reservations', ({ url }) => {
    const from = Number(url.searchParams.get('offset'));
    return Response.json(reservations.slice(from, from + Number(url.searchParams.get('limit'))));
  });
  await renderScreen('/reservations?tab=past');
  // By selector, as to find so many by their role takes seconds.
  const shownTexts = (selector: string) =>
    [...screen.getByRole('tabpanel').querySelectorAll(selector)].map(({ textContent }) =>
      textContent.replaceAll('\u00a0', ' '),
    );

  await waitFor(() => expect(shownTexts('li')).toHaveLength(PAGE));
  for (let shown = PAGE; shown < reservations.length; shown += PAGE) {
    fireEvent.click(screen.getByText('Show more'));
    await waitFor(() => expect(shownTexts('li')).toHaveLength(Math.min(shown + PAGE, reservations.length)));
  }
  expect(screen.queryByText('Show more')).toBeNull();

  const titles = shownTexts('li h2');
  const dates = shownTexts('li dd').filter((text) => / [AP]M$/.test(text));
  const seen = dates.map((date, index) => `${date} ${titles[index]}`);
  expect(new Set(seen).size).toBe(reservations.length);
  const starts = dates.map((date) => Date.parse(date));
  expect(starts).toEqual(starts.toSorted((a, b) => b - a));
});

describe('a reservation that is to be cancelled', () => {
  async function askToCancel() {
    const reservation = createReservation({ startsInHours: 40 });
    addReservations(reservation);
    const { user } = await renderScreen('/reservations');
    await user.click((await card()).getByRole('button', { name: 'CANCEL' }));
    expect(within(screen.getByRole('dialog')).getByText('Free to cancel, nothing charged.')).toBeVisible();
    const yes = within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel reservation' });
    return { reservation, user, yes };
  }

  test('stays when the request gets lost, and a second try succeeds, once also on a double click', async () => {
    const { reservation, user, yes } = await askToCancel();
    const mend = server.breakRequests(CANCEL_ROUTE);
    await user.click(yes);
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent(
      'Failed to cancel reservation',
    );
    expect(reservation.status).toBe('active');
    mend();
    await user.dblClick(yes);
    expect(await screen.findByText('Reservation cancelled successfully')).toBeVisible();
    expect(await screen.findByText('No upcoming reservations')).toBeVisible();
    expect(server.received(CANCEL_ROUTE)).toHaveLength(2);
  });

  test('was cancelled elsewhere: the driver is told so, and the list is new', async () => {
    const { reservation, user, yes } = await askToCancel();
    reservation.status = 'cancelled';
    // Row level security hides what this driver may not change any more.
    server.handle(CANCEL_ROUTE, () => Response.json({ code: 'PGRST116', message: '0 rows' }, { status: 406 }));

    await user.click(yes);

    expect(await findToast('Failed to cancel reservation')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('No upcoming reservations')).toBeVisible();
  });
});
