import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { SERVER_URL, server, setOnline } from '../testing/fake-server.ts';
import { createReceipt } from '../testing/money-rows.ts';
import { expectPath, renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

const PICTURE = { name: `Map of ${ZONE.name}` };
const STILL = 'GET /maps/still.svg';
const KEPT_KEY = 'parqueo.map-pictures';

type KeptPicture = { url: string; svg: string };
const kept = () => JSON.parse(localStorage.getItem(KEPT_KEY) ?? '[]') as KeptPicture[];
const readThemes = () => kept().map(({ url }) => new URL(url).searchParams.get('theme'));
const findPicture = async () => (await screen.findByRole('img', PICTURE)) as HTMLImageElement;
const readQuery = ({ src }: HTMLImageElement) => Object.fromEntries(new URL(src).searchParams);

beforeEach(() => {
  server.config.maps.styleUrl = `${SERVER_URL}/maps/style.json`;
  server.handle(STILL, ({ url }) => new Response(`<svg>${url.searchParams.get('theme')}</svg>`));
  server.rows('parking_zones').push(ZONE);
});

const NOWHERE = { ...ZONE, latitude: null, longitude: null };

function addReservation(startsInHours: number, zone: object = ZONE) {
  const reservation = createReservation({ startsInHours, space: { ...createSpace(3), parking_zones: zone as never } });
  server.rows('reservations').push(reservation);
  return reservation;
}

/** A browser whose user prefers the dark theme. */
function preferDark(): void {
  const prefer = window.matchMedia;
  vi.stubGlobal('matchMedia', (media: string) => ({ ...prefer(media), matches: media.includes('dark') }));
}

describe('an upcoming reservation', () => {
  test.each([true, false])('shows its zone in the middle of a small map, with samples %s', async (samples) => {
    server.config.samples = samples;
    addReservation(2);
    await renderScreen('/reservations');
    expect(readQuery(await findPicture())).toEqual({
      lat: `${ZONE.latitude}`,
      lng: `${ZONE.longitude}`,
      zoom: '14',
      width: '480',
      height: '96',
      theme: 'light',
    });
    expect(screen.getByText('© OpenStreetMap contributors, GeoNames')).toBeVisible();
  });

  test.each(['/reservations', '/activity'])('leads from the map on %s to its directions', async (path) => {
    addReservation(2);
    const { user } = await renderScreen(path);
    await user.click(await screen.findByRole('link', PICTURE));
    await expectPath('/directions');
    expect(await screen.findByRole('region', { name: `Map of the way to A-03, ${ZONE.name}` })).toBeVisible();
  });

  test('has a dark map in the dark theme', async () => {
    preferDark();
    addReservation(2);
    await renderScreen('/reservations');
    expect(readQuery(await findPicture()).theme).toBe('dark');
  });

  test.each([
    ['nobody knows where its zone is', () => addReservation(2, NOWHERE)],
    [
      'the operator has a style of their own',
      () => {
        server.config.maps.styleUrl = 'https://tiles.example/style.json';
        addReservation(2);
      },
    ],
    [
      'Google draws the map',
      () => {
        Object.assign(server.config.maps, { provider: 'google', googleMapsApiKey: 'key', googleMapId: 'map' });
        addReservation(2);
      },
    ],
  ])('has the picture of the zone instead when %s', async (_why, arrange) => {
    arrange();
    await renderScreen('/activity');
    const list = within(await screen.findByRole('tabpanel'));
    expect(await list.findByRole('presentation')).toHaveAttribute('src', '/zone.svg');
    expect(list.queryByRole('img', PICTURE)).toBeNull();
  });

  test('shows nothing in place of a map that cannot be loaded', async () => {
    addReservation(2);
    await renderScreen('/reservations');
    const picture = await findPicture();
    localStorage.removeItem(KEPT_KEY);
    fireEvent.error(picture);
    expect(screen.queryByRole('img', PICTURE)).toBeNull();
    expect(screen.queryByText(/OpenStreetMap/)).toBeNull();
    expect(screen.getByRole('heading', { name: /A-03/ })).toBeVisible();
  });
});

test('past reservations are listed without a map, but for the thumbnail that leads to the directions', async () => {
  addReservation(-5).status = 'completed';
  const { open } = await renderScreen('/reservations?tab=past');
  expect(await screen.findByRole('heading', { name: /A-03/ })).toBeVisible();
  expect(screen.queryByRole('img', PICTURE)).toBeNull();
  await open('/activity?tab=past');
  expect(await screen.findByRole('link', PICTURE)).toBeVisible();
});

describe('a receipt', () => {
  beforeEach(() => {
    server.config.samples = false;
  });

  async function openReceipt(zone: object | null) {
    const reservation = addReservation(-3);
    const space = zone === null ? null : { parking_zones: zone };
    const receipt = Object.assign(createReceipt(reservation), { reservations: { parking_spaces: space } });
    server.rows('receipts').push(receipt);
    await renderScreen(`/receipt/${receipt.id}`);
    return within(await screen.findByRole('article', { name: /^Receipt/ }));
  }

  test('shows where the reservation was, and leads nowhere', async () => {
    const sheet = await openReceipt(ZONE);
    expect(sheet.getByRole('img', PICTURE)).toHaveAttribute('loading', 'eager');
    expect(sheet.queryByRole('link')).toBeNull();
  });

  test('is printed with a light map in the dark theme', async () => {
    preferDark();
    const sheet = await openReceipt(ZONE);
    const [onScreen, onPaper] = sheet.getAllByRole('img', PICTURE) as HTMLImageElement[];
    expect(onScreen).toHaveClass('print:hidden');
    expect(readQuery(onScreen as HTMLImageElement).theme).toBe('dark');
    expect(onPaper).toHaveClass('hidden print:block');
    expect(readQuery(onPaper as HTMLImageElement).theme).toBe('light');
  });

  test.each([
    ['the space was deleted', null],
    ['nobody knows where the zone is', NOWHERE],
  ])('has no map when %s', async (_why, zone) => {
    const sheet = await openReceipt(zone);
    expect(sheet.getByText('Parqueos del Caribe SRL')).toBeVisible();
    expect(sheet.queryByRole('img')).toBeNull();
  });
});

describe('without a connection', () => {
  /** Opens the wallet, which keeps the map of a reservation under way, and disconnects. */
  async function keepAndDisconnect() {
    const reservation = addReservation(-0.5);
    const app = await renderScreen('/wallet');
    await waitFor(() => expect(kept()).toHaveLength(2));
    setOnline(false);
    return { ...app, reservation };
  }

  test('the reservation under way and its ticket have their map, which the device keeps in both themes', async () => {
    const { open, user } = await keepAndDisconnect();
    expect(readThemes()).toEqual(['light', 'dark']);
    await open('/parking-status');
    fireEvent.error(await findPicture());
    expect((await findPicture()).src).toBe(`data:image/svg+xml,${encodeURIComponent('<svg>light</svg>')}`);
    await user.click(screen.getByRole('button', { name: 'Ticket' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ticket' }));
    fireEvent.error(dialog.getByRole('img', PICTURE));
    expect(dialog.getByRole('img', PICTURE)).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg/));
    setOnline(true);
  });

  test('a kept picture that is damaged closes up', async () => {
    const { open } = await keepAndDisconnect();
    await open('/parking-status');
    fireEvent.error(await findPicture());
    fireEvent.error(await findPicture());
    expect(screen.queryByRole('img', PICTURE)).toBeNull();
    expect(screen.getByRole('timer')).toBeVisible();
    setOnline(true);
  });

  test('the map goes when the reservation has ended', async () => {
    const { open, reservation } = await keepAndDisconnect();
    setOnline(true);
    reservation.status = 'completed';
    await open('/wallet');
    await waitFor(() => expect(kept()).toEqual([]));
  });

  test('the map goes when its driver signs out', async () => {
    const { open, user } = await keepAndDisconnect();
    setOnline(true);
    await open('/settings');
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }));
    await expectPath('/login');
    expect(localStorage.getItem(KEPT_KEY)).toBeNull();
  });

  test('a kept map is not loaded again', async () => {
    const { open } = await keepAndDisconnect();
    setOnline(true);
    server.requests = [];
    addReservation(2, { ...ZONE, latitude: 18.5 });
    await open('/wallet');
    await waitFor(() => expect(kept()).toHaveLength(4));
    expect(server.received(STILL).map(({ url }) => url.searchParams.get('lat'))).toEqual(['18.5', '18.5']);
  });

  test('the tickets are kept also where their maps cannot be loaded', async () => {
    server.breakRequests(STILL);
    addReservation(2);
    await renderScreen('/wallet');
    await waitFor(() => expect(server.received(STILL)).not.toEqual([]));
    expect(Object.keys(localStorage).filter((key) => key.startsWith('parqueo.tickets.'))).toHaveLength(1);
    expect(kept()).toEqual([]);
  });
});
