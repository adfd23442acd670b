import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import { createVehicle, keepVehicles } from '../testing/fake-vehicles.ts';
import { fakeClock, passTime, renderScreen } from '../testing/render-screen.tsx';
import { createSpace, ZONE } from '../testing/rows.ts';

// What drivers notice of the operator's settings, on pages without sample data.

const SPACE = createSpace();
const RESERVE = `/reserve/${SPACE.id}`;
const SETTINGS = 'GET /rest/v1/public_settings';

const decide = (settings: object) => Object.assign(server.rows('installation_settings')[0] ?? {}, settings);
const MAINTENANCE = { maintenance_mode: true, maintenance_since: '2026-11-22T14:05:00Z' };

beforeEach(() => {
  server.rows('parking_spaces').push(SPACE);
  server.rows('parking_zones').push(ZONE);
  keepVehicles(createVehicle('Yaris', 'A1', { is_default: true }));
});

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

  test('the page looks again by itself and opens what was asked for when maintenance is over', async () => {
    fakeClock();
    decide(MAINTENANCE);
    await renderScreen('/zones');
    expect(await screen.findByText('Parqueo is being maintained')).toBeVisible();
    decide({ maintenance_mode: false, maintenance_since: null });
    await passTime(15_000);
    expect(await screen.findByText(ZONE.name)).toBeVisible();
  });
});

test('settings that cannot be read leave the defaults, and the product opens', async () => {
  server.failRequests(SETTINGS, 404, { code: 'PGRST205' });
  await renderScreen('/zones');
  expect(await screen.findByText(ZONE.name)).toBeVisible();
  expect(screen.getByText('Parqueo')).toBeVisible();
});
