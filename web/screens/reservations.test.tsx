import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { server, setOnline } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { DRIVER } from '../testing/people.ts';
import {
  CLIENT_RETRIES_MS,
  expectPath,
  fakeClock,
  findToast,
  jumpTime,
  passTime,
  renderScreen,
} from '../testing/render-screen.tsx';
import { createReservation, createSpace, formatTime, ZONE } from '../testing/rows.ts';

const PAGE = 20;
const CANCEL_ROUTE = 'PATCH /rest/v1/reservations';
const READ_ROUTE = 'GET /rest/v1/reservations';

const cards = () => within(screen.getByRole('tabpanel')).queryAllByRole('listitem');
const card = async () => {
  await waitFor(() => expect(cards()).toHaveLength(1));
  return within(cards()[0] as HTMLElement);
};
const titles = () => cards().map((item) => within(item).getByRole('heading').firstChild?.textContent);
const tab = (name: string) => screen.findByRole('tab', { name });
const addReservations = (...rows: Row[]) => server.rows('reservations').push(...rows);

/** Without this, the list of past reservations, which is read with `or`, has all that were added. */
function serveNoPast(): void {
  server.handle(READ_ROUTE, (request) =>
    request.url.searchParams.has('or') ? Response.json([]) : server.respond(request),
  );
}

describe('the calendar file', () => {
  test.each(['/activity', '/reservations'])(
    'a driver saves an upcoming reservation for their calendar on %s',
    async (path) => {
      const saved: Blob[] = [];
      vi.stubGlobal(
        'URL',
        Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob), revokeObjectURL: () => undefined }),
      );
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
      const reservation = createReservation({ startsInHours: 20, space: createSpace(2) });
      addReservations(reservation);
      const { user } = await renderScreen(path);
      await user.click(await screen.findByRole('button', { name: 'Add to calendar' }));
      await waitFor(() => expect(saved).toHaveLength(1));
      expect(saved[0]?.type).toBe('text/calendar');
      const file = await saved[0]?.text();
      expect(file).toContain(`UID:${reservation.id}@parqueo`);
      expect(file).toContain('METHOD:PUBLISH');
    },
  );
});

describe('activity', () => {
  test('a driver without reservations is told so in both tabs and led to the map', async () => {
    const { user } = await renderScreen('/account');
    await user.click(await screen.findByRole('link', { name: 'Activity' }));

    await expectPath('/activity');
    expect(await screen.findByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
    expect(await tab('Upcoming')).toHaveAttribute('aria-selected', 'true');
    expect(await screen.findByText('No upcoming reservations')).toBeVisible();
    expect(screen.getByText('Book your next parking spot to see it here')).toBeVisible();
    await user.click(await tab('Past'));
    expect(await screen.findByText('No past reservations')).toBeVisible();
    expect(screen.getByText('Your completed bookings will appear here')).toBeVisible();
    await user.click(await tab('Upcoming'));
    await user.click(await screen.findByRole('button', { name: 'FIND PARKING' }));
    await expectPath('/map');
  });

  test('the arrow leads back to the map', async () => {
    const { user } = await renderScreen('/activity');
    await user.click(await screen.findByRole('link', { name: 'Back to map' }));
    await expectPath('/map');
  });

  test('upcoming reservations are the driver’s own and stand by their start', async () => {
    addReservations(
      createReservation({ startsInHours: 26, space: createSpace(4) }),
      createReservation({ startsInHours: 38, space: createSpace(5) }),
    );
    await renderScreen('/activity');

    await screen.findByText('A-04');
    expect(titles()).toEqual(['A-04', 'A-05']);
    for (const { url } of server.received(READ_ROUTE)) {
      expect(url.searchParams.get('user_id')).toBe(`eq.${DRIVER.id}`);
      expect(url.searchParams.get('order')).toBe('start_time.asc,id.asc');
    }
  });

  test('a double click on the last word cancels with one request', async () => {
    addReservations(createReservation({ startsInHours: 80 }));
    const { user } = await renderScreen('/activity');

    await user.click((await card()).getByRole('button', { name: 'Cancel reservation' }));
    await user.dblClick(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel reservation' }));

    expect(await screen.findByText('Reservation cancelled successfully')).toBeVisible();
    expect(await screen.findByText('No upcoming reservations')).toBeVisible();
    expect(server.received(CANCEL_ROUTE)).toHaveLength(1);
  });

  test('a driver whose reservation begins before the cancellation arrives is told so', async () => {
    addReservations(createReservation({ startsInHours: 0.1 }));
    const message = 'This stay has begun, so it cannot be cancelled any more. It can be ended.';
    server.failRequests(CANCEL_ROUTE, 400, { code: '23514', message, hint: 'reservation-begun' });
    const { user } = await renderScreen('/activity');

    await user.click((await card()).getByRole('button', { name: 'Cancel reservation' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Cancel reservation' }));

    expect(await dialog.findByRole('alert')).toHaveTextContent(message);
  });

  test('what is over, completed or cancelled stands in Past, latest first, and can be driven to', async () => {
    addReservations(
      createReservation({ startsInHours: 90, status: 'cancelled' }),
      createReservation({ startsInHours: -0.5, hours: 2, status: 'completed' }),
      createReservation({ startsInHours: -5.01 }),
    );
    const { user } = await renderScreen('/activity?tab=past');

    expect(await tab('Past')).toHaveAttribute('aria-selected', 'true');
    await waitFor(() => expect(cards()).toHaveLength(3));
    for (const [index, status] of ['Cancelled', 'Completed', 'Ended 4 hr ago'].entries()) {
      expect(cards()[index]).toHaveTextContent(status);
    }
    expect(screen.queryByRole('button', { name: 'Cancel reservation' })).toBeNull();
    await user.click(screen.getAllByRole('button', { name: 'Directions' })[0] as HTMLElement);
    expect(await screen.findByRole('heading', { name: 'Directions' })).toBeVisible();
  });

  test('who drives to a reservation that was cancelled is told so, and parks nowhere', async () => {
    fakeClock();
    addReservations(createReservation({ startsInHours: 24, space: createSpace(3), status: 'cancelled' }));
    const { user } = await renderScreen('/activity?tab=past');
    await user.click(await screen.findByRole('button', { name: 'Directions' }));
    expect(
      within(await screen.findByRole('region', { name: 'Your reservation' })).getByText('Cancelled'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'START DRIVING' }));
    await passTime(10_000);

    const dialog = within(await screen.findByRole('dialog', { name: 'You have arrived!' }));
    expect(dialog.getByText(/your reservation of it is over\. Reserve a space before you park\.$/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Park Now' }));
    await expectPath('/map');
  });

  test('a running reservation is in neither list: it stands above, and leads to its countdown', async () => {
    serveNoPast();
    addReservations(createReservation({ startsInHours: -1.01, hours: 3 }));
    const { user } = await renderScreen('/activity?tab=past');
    expect(await screen.findByText('No past reservations')).toBeVisible();
    await user.click(await tab('Upcoming'));
    await expectPath(/^\/activity$/);
    expect(await screen.findByText('No upcoming reservations')).toBeVisible();

    await user.click(await screen.findByRole('link', { name: /Parked now/ }));
    await expectPath('/parking-status');
    expect(await screen.findByRole('timer')).toHaveTextContent(/^1h 5\dm/);
  });

  test('a reservation that begins while the driver looks on moves up to the running ones', async () => {
    fakeClock();
    addReservations(createReservation({ startsInHours: 0.3 }));
    await renderScreen('/activity');
    await card();

    await jumpTime(20 * 60_000);

    expect(await screen.findByRole('link', { name: /Parked now/ })).toBeVisible();
    expect(await screen.findByText('No upcoming reservations')).toBeVisible();
  });

  test('the tab is part of the address, and arrow keys move between the tabs', async () => {
    const { user, reload } = await renderScreen('/activity');
    (await tab('Upcoming')).focus();
    await user.keyboard('{ArrowRight}');
    await expectPath('/activity?tab=past');
    await reload();
    expect(await tab('Past')).toHaveAttribute('aria-selected', 'true');
    expect(await screen.findByText('No past reservations')).toBeVisible();
  });

  test('while the reservations are on their way the screen says so', async () => {
    const release = server.holdRequests(READ_ROUTE);
    await renderScreen('/activity');
    expect(await screen.findByText('Loading reservations...')).toBeVisible();
    release();
    expect(await screen.findByText('No upcoming reservations')).toBeVisible();
    expect(screen.queryByText('Loading reservations...')).toBeNull();
  });

  test('a card whose picture does not load has an icon in its place', async () => {
    addReservations(createReservation({ startsInHours: 100 }));
    await renderScreen('/activity');
    const picture = (await card()).getByRole('presentation');
    fireEvent.error(picture);
    expect((await card()).getByRole('img', { name: 'No picture' })).toBeVisible();
    expect(picture).not.toBeInTheDocument();
  });
});

describe('reservations', () => {
  test('a driver without reservations finds the way to the map', async () => {
    const { user, open } = await renderScreen('/reservations');
    expect(await screen.findByRole('heading', { name: 'Reservations', level: 1 })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Activity' })).toHaveAttribute('aria-current', 'page');
    await user.click(await screen.findByRole('button', { name: 'FIND PARKING' }));
    await expectPath('/map');

    await open('/reservations?tab=past');
    expect(await screen.findByText('No past reservations')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'FIND PARKING' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Back to map' }));
    await expectPath('/map');
  });

  test('an upcoming card tells owner, address, price, hours and date, and leads to the directions', async () => {
    const reservation = createReservation({ startsInHours: 30, hours: 2 });
    addReservations(reservation);
    const { user } = await renderScreen('/reservations');
    const own = await card();

    expect(own.getByRole('heading', { name: /^A-01/ })).toBeVisible();
    for (const text of ['System', ZONE.location, '$10.00', '2 hours', formatTime(reservation.start_time)]) {
      expect(own.getByText(text)).toBeVisible();
    }

    await user.click(own.getByRole('button', { name: 'DIRECTIONS' }));
    await expectPath(/^\/directions\?to=/);
    const back = await screen.findByRole('link', { name: 'Back to reservations' });
    expect(screen.getByText(ZONE.location)).toBeVisible();
    await user.click(back);
    await expectPath('/reservations');
  });

  test('after a cancellation the map asks for its zones again, however fresh they are', async () => {
    // With the clock at a standstill nothing gets old by itself.
    server.rows('parking_zones').push(ZONE);
    addReservations(createReservation({ startsInHours: 50 }));
    const { user } = await renderScreen('/map');
    const zoneReads = () => server.received('GET /rest/v1/rpc/find_map_zones').length;
    expect(await screen.findByRole('radio')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Activity' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel reservation' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel reservation' }));
    expect(await screen.findByText('Reservation cancelled successfully')).toBeVisible();
    const firstVisit = zoneReads();

    await user.click(screen.getByRole('link', { name: 'Home' }));

    await waitFor(() => expect(zoneReads()).toBe(2 * firstVisit));
  });

  test('a past card tells how it came to its end and has nothing left to do', async () => {
    addReservations(createReservation({ startsInHours: -4, hours: 2, status: 'expired' }));
    const { user } = await renderScreen('/reservations');
    await user.click(await tab('Past'));

    const own = await card();
    expect(own.getByText('Expired')).toBeVisible();
    expect(own.getByText('$10.00')).toBeVisible();
    expect(own.queryByRole('button')).toBeNull();
  });

  test('a person with many past reservations reads them page by page, each once and in order', async () => {
    // Two spaces each hour, so that neighbours start in the same moment.
    const reservations = Array.from({ length: 45 }, (_, index) => index + 10).flatMap((hours) => [
      createReservation({ startsInHours: -hours, space: createSpace(5) }),
      createReservation({ startsInHours: -hours, space: createSpace(6) }),
    ]);
    server.servePages('reservations', reservations);
    await renderScreen('/reservations?tab=past');
    // By selector, as to find so many by their role takes seconds.
    const shownTexts = (selector: string) =>
      [...screen.getByRole('tabpanel').querySelectorAll(selector)].map(({ textContent }) => textContent);

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
});

describe('reservations that do not arrive', () => {
  test('a driver is told so and asks again', async () => {
    fakeClock();
    const mend = server.breakRequests(READ_ROUTE);
    const { user } = await renderScreen('/reservations');
    await passTime(CLIENT_RETRIES_MS);
    expect(await findToast('Failed to load reservations')).toBeVisible();
    mend();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No upcoming reservations')).toBeVisible();
  });

  test('a driver who loses the connection is told so, and they come by themselves', async () => {
    addReservations(createReservation({ startsInHours: 30 }));
    serveNoPast();
    const { user } = await renderScreen('/reservations');
    await card();
    setOnline(false);
    await user.click(await tab('Past'));
    expect(await screen.findByRole('alert')).toHaveTextContent('You are offline. Check your connection and try again.');
    setOnline(true);
    expect(await screen.findByText('No past reservations')).toBeVisible();
  });
});

describe('a reservation that cannot be cancelled', () => {
  async function askToCancel() {
    const reservation = createReservation({ startsInHours: 40 });
    addReservations(reservation);
    const { user } = await renderScreen('/reservations');
    await user.click((await card()).getByRole('button', { name: 'CANCEL' }));
    expect(within(screen.getByRole('dialog')).getByText('Free to cancel, nothing charged.')).toBeVisible();
    const yes = within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel reservation' });
    return { reservation, user, yes };
  }

  test('because it was cancelled elsewhere: the driver is told so, and the list is new', async () => {
    const { reservation, user, yes } = await askToCancel();
    reservation.status = 'cancelled';
    // Row level security hides what this driver may not change any more.
    server.handle(CANCEL_ROUTE, () => Response.json({ code: 'PGRST116', message: '0 rows' }, { status: 406 }));

    await user.click(yes);

    expect(await findToast('Failed to cancel reservation')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('No upcoming reservations')).toBeVisible();
  });

  test('because the request gets lost: it stays, and a second try succeeds', async () => {
    const { reservation, user, yes } = await askToCancel();
    const mend = server.breakRequests(CANCEL_ROUTE);

    await user.click(yes);
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to cancel reservation');
    expect(await findToast('Failed to cancel reservation')).toBeVisible();
    expect(reservation.status).toBe('active');
    mend();
    await user.click(yes);

    expect(await screen.findByText('Reservation cancelled successfully')).toBeVisible();
    expect(reservation.status).toBe('cancelled');
  });

  test('because there is no connection: the reason is told too', async () => {
    const { reservation, user, yes } = await askToCancel();
    setOnline(false);

    await user.click(yes);

    expect(await findToast('Failed to cancel reservation')).toHaveTextContent(
      'You are offline. Check your connection and try again.',
    );
    setOnline(true);
    expect(reservation.status).toBe('active');
  });
});

describe('a reservation that is over and was not ended', () => {
  const addOverdue = () => {
    const reservation = createReservation({ startsInHours: -1.335, hours: 1, space: createSpace(3) });
    addReservations(reservation);
    return reservation;
  };

  test.each(['/activity', '/reservations', '/activity?tab=past', '/reservations?tab=past'])(
    'is ended from %s, rated and offered no more',
    async (path) => {
      const reservation = addOverdue();
      const { user, open } = await renderScreen(path);
      expect(await screen.findByText('Ended 20 min ago')).toBeVisible();

      await user.click(screen.getByRole('button', { name: 'End Parking' }));
      expect(reservation.status).toBe('active');
      await user.dblClick(within(screen.getByRole('dialog')).getByRole('button', { name: 'Done' }));

      await expectPath('/parking-rating');
      expect(await screen.findByText(`How was your stay at A-03, ${ZONE.name}?`)).toBeVisible();
      expect(reservation.status).toBe('completed');
      expect(server.received(CANCEL_ROUTE)).toHaveLength(1);
      await open(path);
      expect(await screen.findByText(path.includes('past') ? 'Completed' : 'No upcoming reservations')).toBeVisible();
      expect(screen.queryByRole('button', { name: 'End Parking' })).toBeNull();
    },
  );

  test('is ended from the map, which still offers to park anew', async () => {
    server.rows('parking_zones').push(ZONE);
    const reservation = addOverdue();
    const { user } = await renderScreen('/map');
    expect(await screen.findByText('Ended 20 min ago')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Park Now' })).toBeVisible();

    await user.click(screen.getByRole('button', { name: 'End Parking' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Done' }));

    await expectPath('/parking-rating');
    expect(reservation.status).toBe('completed');
  });

  test('leads to its status', async () => {
    addOverdue();
    const { user } = await renderScreen('/activity');
    await user.click(await screen.findByRole('link', { name: /Still at A-03/ }));
    await expectPath('/parking-status');
    // The list, which says the same, may still be there.
    await waitFor(() => expect(screen.getByText('Ended 20 min ago')).toBeVisible());
  });

  test('takes the place of the running reservation at its end', async () => {
    fakeClock();
    addReservations(createReservation({ startsInHours: -0.9 }));
    await renderScreen('/activity');
    expect(await screen.findByRole('link', { name: /Parked now/ })).toBeVisible();

    await jumpTime(10 * 60_000);

    expect(await screen.findByRole('button', { name: 'End Parking' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /Parked now/ })).toBeNull();
  });

  test('is over for good a day after its end', async () => {
    addReservations(createReservation({ startsInHours: -25.1 }));
    const { user } = await renderScreen('/activity');
    expect(await screen.findByText('No upcoming reservations')).toBeVisible();
    await user.click(await tab('Past'));
    expect(await screen.findByText('Ended')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'End Parking' })).toBeNull();
  });
});
