import type { Locator, Page } from '@playwright/test';
import { AT_DESK, createAdminClient, createZone } from './office.ts';
import { ADMIN, createPerson, expect, findMailWith, type Person, signIn, test } from './people.ts';
import type { RunningServer } from './server.ts';

/** An hour and a space of the timeline, in px. */
const HOUR = 72;
const ROW = 56;

const DAY_MS = 86_400_000;
/** Of tomorrow in the country, whose clock is four hours behind all year. */
const day = new Date(Date.now() - DAY_MS / 6 + DAY_MS).toISOString().slice(0, 10);
const at = (hour: number) => `${day}T${String(hour).padStart(2, '0')}:00:00-04:00`;

type World = { driver: Person; zoneId: string };

/** A zone with three spaces; a driver has the first from 10 to 12 and the second from 13 to 15. */
async function createWorld(server: RunningServer, name: string): Promise<World> {
  const spaces = { 'A-1': null, 'A-2': null, 'A-10': null };
  const { zoneId, ids } = await createZone(await createAdminClient(server), `Zona ${name}`, spaces);
  const driver = await createPerson(server, name, 'Ana Díaz');
  const rows = [
    { parking_space_id: ids.get('A-1'), start_time: at(10), end_time: at(12) },
    { parking_space_id: ids.get('A-2'), start_time: at(13), end_time: at(15) },
  ];
  const reservations = rows.map((row) => ({ ...row, user_id: driver.id, status: 'active' }));
  await driver.client.from('reservations').insert(reservations).throwOnError();
  return { driver, zoneId };
}

const reservation = (page: Page, place: string) =>
  page.getByRole('button', { name: new RegExp(`^Ana Díaz, Future, ${place}`) });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Move reservation' });

/** Takes a reservation so many px to the right and down, and does not let go. */
async function drag(page: Page, block: Locator, right: number, down: number): Promise<void> {
  const box = await block.boundingBox();
  if (box === null) throw new Error('The reservation is not on the screen');
  const x = box.x + 20;
  const y = box.y + box.height / 2;
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
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto(`/admin?tab=reservations&view=timeline&zone=${world.zoneId}&day=${day}`);
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
    expect((await drivers(world))[0]).toEqual([Date.parse(at(8)) + 45 * 60_000, 15]);
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
    await dialog(page).getByLabel('Start').fill(`${day}T20:30`);
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
