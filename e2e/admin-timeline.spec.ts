import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { m } from '#messages';
import type { Language } from '../domain/language/languages.ts';
import { AT_DESK, signInOperator } from './operators.ts';
import { createAdminClient } from './parking-tab.ts';
import { createPerson, expect, findMailWith, type Person, test } from './people.ts';
import type { RunningServer } from './server.ts';

/** An hour and a space of the timeline, in px. */
const [HOUR, ROW] = [72, 56];

const ES = { locale: 'es' } as const;

const DAY_MS = 86_400_000;
/** Of tomorrow in the country, whose clock is four hours behind all year. */
const day = new Date(Date.now() - DAY_MS / 6 + DAY_MS).toISOString().slice(0, 10);
const at = (hour: number) => `${day}T${String(hour).padStart(2, '0')}:00:00-04:00`;

type World = { driver: Person; zoneId: string };

/** A zone with three spaces; a driver has the first from 10 to 12 and the second from 13 to 15. */
async function createWorld(server: RunningServer, name: string): Promise<World> {
  const admin = await createAdminClient(server);
  const zoneId = randomUUID();
  await admin
    .from('parking_zones')
    .insert({ id: zoneId, name: `Zona ${name}`, price_per_hour: 5, latitude: 18.47, longitude: -69.89 })
    .throwOnError();
  const names = ['A-1', 'A-2', 'A-10'];
  const { data: spaces } = await admin
    .from('parking_spaces')
    .insert(names.map((space) => ({ name: space, zone_id: zoneId, hourly_rate: 5 })))
    .select('id, name')
    .throwOnError();
  const driver = await createPerson(server, name);
  await driver.client.from('profiles').update({ full_name: 'Ana Díaz' }).eq('user_id', driver.id).throwOnError();
  const reserve = (space: string, from: number, to: number) =>
    driver.client
      .from('reservations')
      .insert({
        user_id: driver.id,
        parking_space_id: spaces.find((row) => row.name === space)?.id,
        start_time: at(from),
        end_time: at(to),
        status: 'active',
      })
      .throwOnError();
  await reserve('A-1', 10, 12);
  await reserve('A-2', 13, 15);
  return { driver, zoneId };
}

async function openTimeline(page: Page, server: RunningServer, { zoneId, language }: World & { language: Language }) {
  await signInOperator(page, server, language);
  await page.goto(`/admin?tab=reservations&view=timeline&zone=${zoneId}&day=${day}`);
  await expect(page.getByRole('grid')).toBeVisible();
}

const reservation = (page: Page, place: string) =>
  page.getByRole('button', { name: new RegExp(`^Ana Díaz, Future, ${place}`) });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Move reservation' });

/** Takes a reservation so many px to the right and down, and does not let go. */
async function drag(page: Page, block: Locator, right: number, down: number): Promise<void> {
  const box = await block.boundingBox();
  if (box === null) throw new Error('The stay is not on the screen');
  const [x, y] = [box.x + 20, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right, y + down, { steps: 4 });
}

const drivers = (world: World) =>
  world.driver.client
    .from('reservations')
    .select('start_time, total_amount')
    .order('start_time')
    .throwOnError()
    .then(({ data }) => data.map(({ start_time, total_amount }) => [Date.parse(start_time), total_amount]));

test.describe('at a desk, in English', () => {
  test.use({
    ...AT_DESK,
    // Where the database decides otherwise.
    expectedErrors: [/the server responded with a status of 400 .*move_reservation/],
  });

  test('an administrator moves and makes reservations by mouse and keyboard, and the database decides', async ({
    page,
    server,
  }) => {
    const world = await createWorld(server, 'desk');
    await openTimeline(page, server, { ...world, language: 'en' });
    await expect(page.getByRole('rowheader')).toHaveText(['A-1', 'A-2', 'A-10']);

    await test.step('Escape puts a reservation back that is being dragged', async () => {
      await drag(page, reservation(page, 'A-1, 10:00 - 12:00'), HOUR, ROW);
      await expect(page.getByText('11:00 - 13:00')).toBeVisible();
      await page.keyboard.press('Escape');
      await page.mouse.up();
      await expect(page.getByText('11:00 - 13:00')).toHaveCount(0);
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
    await test.step('a reservation that is dropped asks, and is moved with its price', async () => {
      await drag(page, reservation(page, 'A-1, 10:00 - 12:00'), -1.25 * HOUR, 2 * ROW);
      await page.mouse.up();
      await expect(dialog(page).getByText('A-10, Zona desk')).toBeVisible();
      await expect(dialog(page)).toContainText('08:45 - 10:45');
      await dialog(page).getByRole('button', { name: 'Move reservation' }).click();
      await expect(page.getByText('Reservation moved. The driver is told.')).toBeVisible();
      await expect(reservation(page, 'A-10, 08:45 - 10:45')).toBeVisible();
      expect((await drivers(world))[0]).toEqual([Date.parse(at(8)) + 45 * 60_000, 10]);
      await findMailWith(server, world.driver.email, /A-10/);
    });
    await test.step('a reservation that is dropped on another one says so, and goes back', async () => {
      await drag(page, reservation(page, 'A-10, 08:45 - 10:45'), 4.25 * HOUR, -ROW);
      await expect(page.getByText('Taken')).toBeVisible();
      await page.mouse.up();
      await dialog(page).getByRole('button', { name: 'Move reservation' }).click();
      await expect(dialog(page).getByRole('alert')).toHaveText(/not available during the selected time/);
      await dialog(page).getByRole('button', { name: 'Keep it as it is' }).click();
      await expect(reservation(page, 'A-10, 08:45 - 10:45')).toBeVisible();
    });
    await test.step('the keyboard leads to a reservation and moves it by the form', async () => {
      await reservation(page, 'A-10, 08:45 - 10:45').focus();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowRight');
      await expect(reservation(page, 'A-2, 13:00 - 15:00')).toBeFocused();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Move', exact: true }).press('Enter');
      await dialog(page).getByLabel('Space').selectOption('A-1');
      await dialog(page).getByLabel('Start').fill('20:30');
      await dialog(page).getByLabel('Start').press('Enter');
      await expect(reservation(page, 'A-1, 20:30 - 22:30')).toBeFocused();
    });
    await test.step('the next key leads to a free time, which is reserved for a driver', async () => {
      await page.keyboard.press('ArrowLeft');
      await expect(page.getByRole('button', { name: 'A-1, free 00:00 - 20:30' })).toBeFocused();
      await page.keyboard.press('Enter');
      const form = page.getByRole('dialog', { name: 'Reserve for a driver' });
      await form.getByRole('combobox', { name: 'Driver' }).fill(world.driver.email);
      await page.getByRole('option', { name: /^Ana Díaz/ }).click();
      await expect(form.getByLabel('Zone')).toHaveValue(world.zoneId);
      await form.getByLabel('Time').fill('00:00');
      await expect(form.getByText('Free at this time')).toBeVisible();
      await form.getByRole('button', { name: 'Reserve', exact: true }).click();
      await expect(reservation(page, 'A-1, 00:00 - 03:00')).toBeFocused();
    });
  });
});

test.describe('on a phone, in Spanish', () => {
  test.use({ locale: 'es-DO' });

  test('an administrator looks at a day, moves a reservation by the form and reserves a free time', async ({
    page,
    server,
  }) => {
    const world = await createWorld(server, 'phone');
    await openTimeline(page, server, { ...world, language: 'es' });
    const press = (name: string) => page.getByRole('button', { name, exact: true }).tap();
    const form = (name: string) => page.getByRole('dialog', { name });
    const reservationOf = (place: RegExp) =>
      page.getByRole('button', {
        name: new RegExp(`^Ana Díaz, ${m.reservation_time_future({}, ES)}, ${place.source}`),
      });
    const moved = reservationOf(/A-10, 7:15\sa\.\sm\. - 9:15\sa\.\sm\./);

    await expect(page.getByRole('rowheader', { name: 'A-1', exact: true })).toBeInViewport();
    await test.step('the form moves a reservation', async () => {
      await reservationOf(/A-2, 1:00\sp\.\sm\. - 3:00\sp\.\sm\./).tap();
      await press(m.move_open({}, ES));
      const move = form(m.move_title({}, ES));
      await move.getByLabel(m.move_space({}, ES)).selectOption('A-10');
      await move.getByLabel(m.move_start({}, ES)).fill('07:15');
      await move.getByRole('button', { name: m.move_title({}, ES) }).tap();
      await expect(moved).toBeVisible();
    });
    await test.step('a free time opens the form to reserve it', async () => {
      await page
        .getByRole('button', { name: /^A-2, libre 12:00\sa\.\sm\./ })
        .tap({ position: { x: 9.7 * HOUR, y: 20 } });
      const reserve = form(m.for_driver_open({}, ES));
      await expect(reserve.getByLabel(m.for_driver_space({}, ES), { exact: true })).toHaveValue(/./);
      await expect(reserve.getByLabel(m.reservation_time({}, ES), { exact: true })).toHaveValue('09:30');
      await reserve.getByRole('button', { name: m.action_cancel({}, ES) }).tap();
    });
    await press(m.timeline_previous_day({}, ES));
    await expect(moved).toHaveCount(0);
    await expect(page).not.toHaveURL(/day=/);
  });
});
