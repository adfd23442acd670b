import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { createVehicle, keepVehicles } from '../testing/fake-vehicles.ts';
import { ADMIN } from '../testing/people.ts';
import { expectPath, fakeClock, findToast, passTime, renderScreen } from '../testing/render-screen.tsx';
import { createReservation, createSpace, ZONE } from '../testing/rows.ts';

// What drivers notice of the operator's settings, on pages without sample data.

const SPACE = createSpace();
const RESERVE = `/reserve/${SPACE.id}`;
const BOOK = 'POST /rest/v1/reservations';
const SETTINGS = 'GET /rest/v1/public_settings';

const decide = (settings: object) => Object.assign(server.rows('installation_settings')[0] ?? {}, settings);
const MAINTENANCE = { maintenance_mode: true, maintenance_since: '2026-11-22T14:05:00Z' };

beforeEach(() => {
  server.rows('parking_spaces').push(SPACE);
  server.rows('parking_zones').push(ZONE);
  keepVehicles(createVehicle('Yaris', 'A1', { is_default: true }));
});

const button = (name: string) => screen.findByRole('button', { name });

describe('maintenance', () => {
  test.each(['/map', '/zones', '/park-now', '/arrival-time', RESERVE, `/reserve-parking/${ZONE.id}`])(
    'a driver who opens %s reads that the product is being maintained, and since when',
    async (path) => {
      decide({ ...MAINTENANCE, app_name: 'Parking RD' });
      await renderScreen(path);
      expect(await screen.findByText('Parking RD is being maintained')).toBeVisible();
      expect(screen.getByText(/^Since Nov 22, 2026 at \d+:05 [AP]M\./)).toBeVisible();
      expect(screen.queryByRole('button', { name: 'CONFIRM RESERVATION' })).toBeNull();
    },
  );

  test('a driver still sees their reservations and opens a reservation that is under way', async () => {
    decide(MAINTENANCE);
    server.rows('reservations').push(createReservation({ startsInHours: -1, hours: 3, space: SPACE }));
    const { user } = await renderScreen('/map');
    await user.click(await button('See my reservations'));
    await expectPath('/activity');
    expect(await screen.findByText(SPACE.name, { exact: false })).toBeVisible();
    expect(screen.queryByText(/is being maintained/)).toBeNull();
  });

  test('the page looks again by itself and opens what was asked for when maintenance is over', async () => {
    fakeClock();
    decide(MAINTENANCE);
    await renderScreen('/zones');
    expect(await screen.findByText('Parqueo is being maintained')).toBeVisible();
    decide({ maintenance_mode: false, maintenance_since: null });
    await passTime(15_000);
    expect(await screen.findByText(ZONE.name)).toBeVisible();
  });

  test('a driver who tries again reads when it was last checked, or that the server cannot be reached', async () => {
    decide(MAINTENANCE);
    const { user } = await renderScreen('/map', { as: null });
    expect(await screen.findByText(/^Last checked at/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'See my reservations' })).toBeNull();
    const asked = server.received(SETTINGS).length;
    await user.click(await button('Try again'));
    await waitFor(() => expect(server.received(SETTINGS)).toHaveLength(asked + 1));
  });

  test('an administrator works on', async () => {
    decide(MAINTENANCE);
    await renderScreen('/zones', { as: ADMIN });
    expect(await screen.findByText(ZONE.name)).toBeVisible();
  });

  test('a driver whose reservation comes too late reads why, and then the page of the maintenance', async () => {
    const { user } = await renderScreen(RESERVE);
    const confirm = await button('CONFIRM RESERVATION');
    decide(MAINTENANCE);
    server.failRequests(BOOK, 400, { code: '23514', hint: 'under-maintenance' });
    await user.click(confirm);
    await findToast('Reservations are closed for maintenance. Try again later.');
    expect(await screen.findByText('Parqueo is being maintained')).toBeVisible();
  });

  test('with sample data nobody reads the settings', async () => {
    server.config.samples = true;
    decide(MAINTENANCE);
    await renderScreen('/zones');
    expect(await screen.findByText(ZONE.name)).toBeVisible();
    expect(server.received(SETTINGS)).toEqual([]);
  });
});

describe('reserving', () => {
  test('the form starts within the most hours and sends nothing beyond them', async () => {
    decide({ max_reservation_hours: 2 });
    const { user } = await renderScreen(RESERVE);
    const hours = await screen.findByLabelText('Duration (hours)');
    expect(hours).toHaveValue('2');
    await user.click(await button('+1h, add 1 hour'));
    expect(await screen.findByText('A reservation can last at most 2 hours.')).toBeVisible();
    await user.click(await button('CONFIRM RESERVATION'));
    expect(server.received(BOOK)).toEqual([]);
  });

  test('a driver reads the limit that the database names when it has just fallen', async () => {
    const { user } = await renderScreen(RESERVE);
    const confirm = await button('CONFIRM RESERVATION');
    server.handle(BOOK, () =>
      Response.json({ code: '23514', message: '', details: '1', hint: 'reservation-over-limit' }, { status: 400 }),
    );
    await user.click(confirm);
    await findToast('A reservation can last at most 1 hour.');
  });

  test('a driver reads until when it is free to cancel, and the tax in the price', async () => {
    fakeClock(new Date('2026-11-22T10:00:00'));
    decide({ cancellation_deadline_minutes: 90, tax_rate: 18 });
    await renderScreen(RESERVE);
    expect(await screen.findByText(/includes \$[\d.]+ ITBIS \(18%\)/)).toBeVisible();
    const start = (time: string) => fireEvent.change(screen.getByLabelText('Time'), { target: { value: time } });
    start('14:00');
    expect(await screen.findByText('Free to cancel until Nov 22, 2026 at 12:30 PM.')).toBeVisible();
    start('11:00');
    expect(await screen.findByText('Free cancellation ended 1 hr 30 min before the start.')).toBeVisible();
  });

  test('a new tax rate shows in an open page, which keeps what was typed', async () => {
    fakeClock(new Date('2026-11-22T10:00:00'));
    decide({ tax_rate: 18 });
    await renderScreen(RESERVE);
    expect(await screen.findByText(/ITBIS \(18%\)/)).toBeVisible();
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '14:00' } });
    decide({ tax_rate: 16 });
    await passTime(5 * 60_000);
    expect(await screen.findByText(/ITBIS \(16%\)/)).toBeVisible();
    expect(screen.getByLabelText('Time')).toHaveValue('14:00');
  });

  test('amounts have the sign of the operator’s currency', async () => {
    decide({ currency: 'DOP' });
    await renderScreen(RESERVE);
    expect(await screen.findByText('RD$15.00')).toBeVisible();
  });
});

test('the settings of a driver call the product by the operator’s name, at the first start too', async () => {
  decide({ app_name: 'Parking RD' });
  await renderScreen('/settings');
  expect(await screen.findByText('Only you and the operators of Parking RD may see it')).toBeVisible();
});

test('a driver sees which notifications the operator has switched off, and cannot choose them', async () => {
  decide({ email_notifications: false, push_notifications: true });
  await renderScreen('/settings');
  const email = await screen.findByRole('switch', { name: 'Email notifications' });
  expect(email).toBeDisabled();
  expect(email).not.toBeChecked();
  expect(email).toHaveAccessibleDescription('The operator has switched this off.');
  expect(screen.getByRole('switch', { name: 'Push notifications' })).toBeEnabled();
});

describe('on the device', () => {
  test('the product has its name, also at the next start without a connection', async () => {
    decide({ app_name: 'Parking RD', currency: 'DOP' });
    const { reload } = await renderScreen('/account');
    expect(await screen.findByText('Parking RD')).toBeVisible();
    expect(document.title).toBe('Parking RD');
    const release = server.breakRequests(SETTINGS);
    await reload();
    expect(await screen.findByText('Parking RD')).toBeVisible();
    release();
  });

  test('a name that changes while the page is open is on the screen at the next check', async () => {
    fakeClock();
    await renderScreen('/account');
    expect(await screen.findByText('Parqueo')).toBeVisible();
    decide({ app_name: 'Parking RD' });
    await passTime(5 * 60_000);
    expect(await screen.findByText('Parking RD')).toBeVisible();
  });

  test('settings that cannot be read leave the defaults, and the product opens', async () => {
    server.failRequests(SETTINGS, 404, { code: 'PGRST205' });
    await renderScreen('/zones');
    expect(await screen.findByText(ZONE.name)).toBeVisible();
    expect(screen.getByText('Parqueo')).toBeVisible();
  });
});
