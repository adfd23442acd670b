import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { SERVER_URL, server, setOnline } from '../testing/fake-server.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

const PICTURE = { name: `Map of ${ZONE.name}` };
const STILL = 'GET /maps/still.svg';
const KEPT_KEY = 'parqueo.map-pictures';

type KeptPicture = { url: string; svg: string };
const kept = () => JSON.parse(localStorage.getItem(KEPT_KEY) ?? '[]') as KeptPicture[];
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
    // A thumbnail has no room for it; the map that it leads to says it.
    expect(screen.queryAllByText('© OpenStreetMap contributors, GeoNames')).toHaveLength(samples ? 1 : 0);
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

  test('the map goes when the reservation has ended', async () => {
    const { open, reservation } = await keepAndDisconnect();
    setOnline(true);
    reservation.status = 'completed';
    await open('/wallet');
    await waitFor(() => expect(kept()).toEqual([]));
  });
});
