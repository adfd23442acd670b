import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { createVehicle, keepVehicles } from '../testing/fake-vehicles.ts';
import { expectPath, findToast, renderScreen, setDevicePosition } from '../testing/render-screen.tsx';
import { createSpace, ZONE } from '../testing/rows.ts';

const IN_GAZCUE = { latitude: 18.4713, longitude: -69.912 };
const FALLBACK = 'Your location is not available, so distances are from the city centre.';

type App = Awaited<ReturnType<typeof renderScreen>>;

const open = (path = '/park-now') => renderScreen(path, { as: null });
const zones = async () =>
  (await screen.findAllByRole('radio')).map(({ ariaLabel, textContent }) => ariaLabel ?? textContent);
const parkNow = () => screen.getByRole('button', { name: 'PARK NOW' });

beforeEach(() => setDevicePosition(IN_GAZCUE));

test('a driver who leaves the question about the location open need not wait', async () => {
  setDevicePosition(undefined);
  const { user } = await open();

  expect(await screen.findByText('Finding your location...')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Use the city centre instead' }));

  expect(await zones()).toHaveLength(3);
  expect(screen.getByText(FALLBACK)).toBeVisible();
});

describe('without sample data', () => {
  const BOOK = 'POST /rest/v1/reservations';
  const HOUR_MS = 3_600_000;
  const FIRST = createSpace(1);
  const SECOND = createSpace(2);
  const YARIS = createVehicle('Toyota Yaris', 'A123456', { is_default: true });

  beforeEach(() => {
    setDevicePosition({ latitude: ZONE.latitude, longitude: ZONE.longitude });
    keepVehicles(YARIS);
    server.rows('parking_spaces').push({ ...FIRST }, { ...SECOND });
    server.rows('parking_zones').push({ ...ZONE, spaces: [{ count: 2 }], available: [{ count: 2 }] });
  });

  const booked = () => server.received(BOOK).map(({ body }) => body as Record<string, string>);

  test('nothing is chosen for a driver whose location is unknown', async () => {
    setDevicePosition(undefined);
    const { user } = await renderScreen('/park-now');
    await user.click(await screen.findByRole('button', { name: 'Use the city centre instead' }));
    expect(await screen.findByRole('radio', { name: ZONE.name })).not.toBeChecked();
    expect(parkNow()).toBeDisabled();
  });

  async function chooseZone({ user }: App): Promise<void> {
    await user.click(await screen.findByRole('radio', { name: ZONE.name }));
  }

  /** Somebody else takes the space from now on. */
  function takeSpace({ id }: { id: string }): void {
    const start = new Date(Date.now() - HOUR_MS).toISOString();
    const end = new Date(Date.now() + HOUR_MS).toISOString();
    server.rows('space_occupancy').push({ parking_space_id: id, start_time: start, end_time: end });
    const spaces = server.rows('parking_spaces');
    Object.assign(spaces.find((row) => row.id === id) ?? {}, { status: 'reserved' });
    const count = spaces.filter(({ status }) => status === 'available').length;
    for (const zone of server.rows('parking_zones')) zone.available = [{ count }];
  }

  test('who was too late for the last space of a zone is told to choose another one', async () => {
    takeSpace(SECOND);
    const app = await renderScreen('/park-now');
    await chooseZone(app);
    await screen.findByText('Space A-01');
    server.handle(BOOK, () => {
      takeSpace(FIRST);
      const error = { code: '23P01', message: 'reservations_never_overlap', details: null, hint: null };
      return Response.json(error, { status: 409 });
    });
    await app.user.click(parkNow());
    expect(
      await screen.findByText('Somebody was faster, and the zone has no other free space. Choose another zone.'),
    ).toBeVisible();
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
    expect(parkNow()).toBeDisabled();
  });

  test('a repeat after a lost response finds the reservation instead of booking another space', async () => {
    const app = await renderScreen('/park-now');
    await chooseZone(app);
    await screen.findByText('Space A-01');
    let stored: Record<string, unknown> | undefined;
    server.handle(BOOK, ({ body }) => {
      const { id } = body as { id: string };
      if (stored !== undefined) {
        expect(id).toBe(stored.id);
        return Response.json({ code: '23505', message: 'duplicate key', details: null, hint: null }, { status: 409 });
      }
      stored = { ...(body as object), created_at: new Date().toISOString(), parking_spaces: FIRST };
      server.rows('reservations').push(stored);
      takeSpace(FIRST);
      return Response.error();
    });

    await app.user.click(parkNow());
    await findToast('Failed to create reservation');
    await app.user.click(parkNow());

    await expectPath('/parking-status');
    expect(await screen.findByText('A-01 · Naco Tiradentes')).toBeVisible();
    expect(server.rows('reservations')).toHaveLength(1);
  });

  test('a driver without a vehicle is asked for one before parking', async () => {
    keepVehicles();
    const app = await renderScreen('/park-now');
    await chooseZone(app);
    await screen.findByText('Space A-01');
    await app.user.click(parkNow());
    expect(await screen.findByText('Add the vehicle that you will park.')).toBeVisible();
    expect(screen.getByLabelText('Make and model')).toHaveFocus();
    expect(booked()).toEqual([]);
  });
});
