import { screen, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { server } from '../testing/fake-server.ts';
import type { Row } from '../testing/fake-tables.ts';
import { expectPath, renderScreen, setDevicePosition } from '../testing/render-screen.tsx';
import { ZONE } from '../testing/rows.ts';

const MALL = { lat: 18.4838, lng: -69.9394 };
/** North of the mall; a degree is 111 km. */
const createZone = (number: number, name: string, km: number, rate: number, available = 2): Row => ({
  ...structuredClone(ZONE),
  id: ZONE.id.replace(/..$/, String(20 + number)),
  name,
  latitude: MALL.lat + km / 111.2,
  longitude: MALL.lng,
  lowest_rate: rate,
  highest_rate: rate,
  available: [{ count: available }],
  distance_km: km,
});

beforeEach(() => {
  server
    .rows('parking_zones')
    .push(
      createZone(3, 'Round the corner', 1.4, 6),
      createZone(2, 'Next door', 0.2, 8),
      createZone(4, 'Full next door', 0.1, 2, 0),
      { ...createZone(1, 'Cheap and far', 9, 1), sheet_place: null },
    );
  const place = {
    geometry: { coordinates: [MALL.lng, MALL.lat] },
    properties: { name: 'Ágora Mall', countrycode: 'DO' },
  };
  server.handle('GET /api', () => Response.json({ features: [place] }));
});

const readZones = async () =>
  within(await screen.findByRole('radiogroup', { name: 'Parking zones' }))
    .getAllByRole('radio')
    .map((radio) => radio.getAttribute('aria-labelledby'))
    .map((id) => document.getElementById(id ?? '')?.textContent);

async function searchMall() {
  const app = await renderScreen('/map', { as: null });
  await app.user.type(await screen.findByLabelText('Search by address'), 'Agora');
  await app.user.click(await screen.findByRole('option', { name: /Ágora Mall/ }));
  return app;
}

test('a driver whose position is known chooses among the zones near it', async () => {
  setDevicePosition({ latitude: MALL.lat, longitude: MALL.lng });
  server.config.samples = false;
  const permissions = { query: async () => ({ state: 'granted' }) };
  Object.defineProperty(navigator, 'permissions', { configurable: true, value: permissions });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'permissions'));
  await renderScreen('/map', { as: null });
  expect(await screen.findByText('Within 2 km of you, nearest first')).toBeVisible();
  expect(server.requests.some(({ url }) => url.searchParams.get('near_latitude') === String(MALL.lat))).toBe(true);
});

test('what was looked for is there again after a reload, on the way back, and for whoever gets the link', async () => {
  const { user, reload, open } = await searchMall();
  await user.click(await screen.findByRole('radio', { name: 'Next door' }));
  await user.click(screen.getByRole('button', { name: 'Covered Parking' }));
  await expectPath(/^\/map\?place=.*Mall&zone=.*22&with=roofed$/);
  const link = `${window.location.pathname}${window.location.search}`;
  const expectSearch = async () => {
    expect(await screen.findByRole('combobox', { name: 'Search by address' })).toHaveValue('Ágora Mall');
    expect(await screen.findByRole('button', { name: 'Choose Next door' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Covered Parking' })).toHaveAttribute('aria-pressed', 'true');
  };
  await reload();
  await expectSearch();

  await user.click(screen.getByRole('link', { name: 'See all zones' }));
  await user.click(await screen.findByRole('button', { name: 'Back to map' }));
  await expectSearch();

  await open('/zones');
  await open(link);
  await expectSearch();
  await user.click(screen.getByRole('button', { name: 'Clear the search' }));
  await expectPath(/^\/map\?zone=.*22&with=roofed$/);
});

test('a link says when to park, for who has not chosen', async () => {
  const from = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 24 * 3_600_000).toISOString();
  await renderScreen(`/map?${new URLSearchParams({ from, hours: '2' })}`, { as: null });
  expect(await screen.findByRole('group', { name: 'Chosen arrival' })).toHaveTextContent('2 hours');
  expect(server.requests.some(({ url }) => url.searchParams.get('starts') === from)).toBe(true);
});

test('a driver chooses tomorrow without leaving the map, and the zones say what it costs', async () => {
  const { user } = await renderScreen('/map', { as: null });
  await user.click(await screen.findByRole('button', { name: 'Parking now, choose another time' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Arrival time' }));
  await user.click(sheet.getByRole('button', { name: 'Tomorrow' }));
  await user.click(sheet.getByRole('button', { name: /add 2 hours/ }));
  await user.click(sheet.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('$40.00 for 5 hr')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  await expectPath(/^\/map\?from=.*&hours=5$/);
});

test('a search where no zone is near keeps all zones and says so', async () => {
  for (const [index, zone] of server.rows('parking_zones').entries()) {
    Object.assign(zone, { latitude: Number(zone.latitude) + 0.1, distance_km: 11, sheet_place: index + 1 });
  }
  await searchMall();
  expect(await screen.findByText('No zone within 2 km of Ágora Mall. These are the nearest.')).toBeVisible();
  expect(await readZones()).toEqual(['Round the corner', 'Next door', 'Full next door', 'Cheap and far']);
});

const readOrders = () => server.requests.map(({ url }) => url.searchParams.get('order'));

test('the list of all zones is by name until the driver shares the position', async () => {
  setDevicePosition({ latitude: MALL.lat, longitude: MALL.lng });
  const { user } = await renderScreen('/zones', { as: null });
  expect(await screen.findByText('4 parking zones')).toBeVisible();
  expect(readOrders()).toContain('sort_name.asc,id.asc');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Nearest first');
  expect(await screen.findByText('4 parking zones, the nearest to you first')).toBeVisible();
  expect(readOrders()).toContain('distance_km.asc,sort_name.asc,id.asc');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Most free spaces first');
  expect(await screen.findByText('4 parking zones')).toBeVisible();
  expect(readOrders()).toContain('available_count.desc,sort_name.asc,id.asc');
});
