import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { moveStay } from './bookings.ts';
import { ADMIN, createClientFor, createPerson, expect, type Person, signIn, test } from './people.ts';
import { allowUpcoming } from './run-as-owner.ts';
import type { RunningServer } from './server.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

const HOUR_MS = 3_600_000;

type Space = { id: string; name: string };

/** Spaces that nobody else of these tests uses, as the administrator makes them. */
async function createSpaces(server: RunningServer, names: string[]): Promise<Space[]> {
  const admin = await createClientFor(server, ADMIN.email, ADMIN.password);
  const zone = await admin.from('parking_zones').select('id').eq('name', 'Malecón').single().throwOnError();
  const rows = names.map((name) => ({ name, zone_id: zone.data.id, location: 'Calle de Prueba 7', hourly_rate: 5 }));
  return (await admin.from('parking_spaces').insert(rows).select('id, name').throwOnError()).data;
}

/** Reserves from and to in hours from now. */
async function reserve({ client, id: userId }: Person, space: Space | undefined, from: number, to: number) {
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const { data } = await client
    .from('reservations')
    .insert({ user_id: userId, parking_space_id: space?.id, start_time: at(from), end_time: at(to), status: 'active' })
    .select('id')
    .single()
    .throwOnError();
  return data.id as string;
}

async function openReservations(page: Page, search = ''): Promise<void> {
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto(`/admin?tab=reservations${search}`);
  await expect(page.getByRole('heading', { name: 'Reservations Management' })).toBeVisible();
}

const findRow = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const search = (page: Page) => page.getByPlaceholder('Search by user name, email, or parking space...');

test('an administrator finds a reservation by person and by space, and reads it whole', async ({ page, server }) => {
  const driver = await createPerson(server, 'found');
  await driver.client
    .from('profiles')
    .update({ full_name: 'Altagracia Ñáñez' })
    .eq('user_id', driver.id)
    .throwOnError();
  const [space] = await createSpaces(server, ['Hallado-1']);
  await reserve(driver, space, -1, 1.5);
  await openReservations(page);

  for (const words of ['ALTAGRACIA ñ', driver.email, 'hallado', 'calle de prueba']) {
    await search(page).fill(words);
    await expect(page.getByText(/^Showing 1–1 of 1 reservation$/)).toBeVisible();
    await expect(findRow(page, 'Hallado-1')).toBeVisible();
  }
  const row = findRow(page, 'Hallado-1');
  await expect(row.getByRole('cell')).toHaveText([
    `Altagracia Ñáñez${driver.email}`,
    'Hallado-1Malecón - Calle de Prueba 7',
    /^[A-Z][a-z]{2} \d{2}, \d{4}\d{2}:\d{2} - \d{2}:\d{2}Current$/,
    '3 hours',
    '$12.50',
    'Active',
    'CompleteCancel',
  ]);

  await test.step('the address keeps the search', async () => {
    await expect(page).toHaveURL(/tab=reservations&q=calle/);
    await page.reload();
    await expect(search(page)).toHaveValue('calle de prueba');
    await expect(findRow(page, 'Hallado-1')).toBeVisible();
  });
  await test.step('words that nothing has find nothing', async () => {
    await search(page).fill('100%_nothing');
    await expect(page.getByText('No reservations found')).toBeVisible();
  });
});

test('an administrator filters by status and time, and what fits both is shown', async ({ page, server }) => {
  const driver = await createPerson(server, 'filtered');
  const spaces = await createSpaces(server, ['Filtro-1', 'Filtro-2', 'Filtro-3', 'Filtro-4']);
  await reserve(driver, spaces[0], -1, 1);
  await reserve(driver, spaces[1], 2, 3);
  const over = await reserve(driver, spaces[2], 6, 8);
  await moveStay(server, over, -3);
  const cancelled = await reserve(driver, spaces[3], 4, 5);
  await driver.client.from('reservations').update({ status: 'cancelled' }).eq('id', cancelled).throwOnError();
  await openReservations(page, '&q=filtro');
  const names = page.getByRole('row').getByText(/^Filtro-\d$/);
  const choose = async (label: string, option: string) => page.getByLabel(label, { exact: true }).selectOption(option);

  await expect(names).toHaveText(['Filtro-4', 'Filtro-2', 'Filtro-1', 'Filtro-3']);
  await choose('Time', 'Current');
  await expect(names).toHaveText(['Filtro-1']);
  await choose('Time', 'Future');
  await expect(names).toHaveText(['Filtro-2']);
  await choose('Time', 'Past');
  await expect(names).toHaveText(['Filtro-4', 'Filtro-3']);
  await choose('Status', 'Cancelled');
  await expect(names).toHaveText(['Filtro-4']);
  await expect(findRow(page, 'Filtro-4').getByText('Past')).toBeVisible();
  await expect(findRow(page, 'Filtro-4').getByRole('button', { name: /^(Complete|Cancel)$/ })).toHaveCount(0);
  await choose('Time', 'All Time');
  await choose('Status', 'All Status');
  await expect(names).toHaveCount(4);
});

test('an administrator completes one reservation and cancels another, each after a question', async ({
  page,
  server,
}) => {
  const driver = await createPerson(server, 'ended');
  const spaces = await createSpaces(server, ['Final-1', 'Final-2']);
  const first = await reserve(driver, spaces[0], -1, 1);
  const second = await reserve(driver, spaces[1], 2, 3);
  const readStatus = async (id: string) =>
    (await driver.client.from('reservations').select('status').eq('id', id).single().throwOnError()).data.status;
  await openReservations(page, '&q=final-');

  await test.step('a question that is turned down changes nothing', async () => {
    await findRow(page, 'Final-1').getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('button', { name: 'Keep reservation' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await readStatus(first)).toBe('active');
  });
  await test.step('a reservation is completed', async () => {
    await findRow(page, 'Final-1').getByRole('button', { name: 'Complete' }).click();
    await page.getByRole('button', { name: 'Complete reservation' }).click();
    await expect(page.getByText('Reservation status updated')).toBeVisible();
    await expect(findRow(page, 'Final-1').getByText('Completed')).toBeVisible();
    await expect(findRow(page, 'Final-1').getByRole('button', { name: /^(Complete|Cancel)$/ })).toHaveCount(0);
    expect(await readStatus(first)).toBe('completed');
  });
  await test.step('another is cancelled', async () => {
    await findRow(page, 'Final-2').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel reservation' }).click();
    await expect(findRow(page, 'Final-2').getByText('Cancelled')).toBeVisible();
    expect(await readStatus(second)).toBe('cancelled');
  });
});

test.describe('with many reservations', () => {
  // The browser itself reports the page that is not there.
  test.use({ expectedErrors: [/status of 416/] });

  test('an administrator turns pages, sorts, and exports all that is filtered', async ({ page, server }) => {
    const driver = await createPerson(server, 'many');
    await driver.client.from('profiles').update({ full_name: '=1+1' }).eq('user_id', driver.id).throwOnError();
    const [space] = await createSpaces(server, ['Serie-1']);
    await allowUpcoming(server, 100);
    for (let hour = 1; hour <= 27; hour += 1) await reserve(driver, space, hour * 10, hour * 10 + (hour % 9) + 1);
    await openReservations(page, '&q=serie-1');
    await expect(page.getByText('Showing 1–25 of 27 reservations')).toBeVisible();

    await test.step('the second page has the rest', async () => {
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(page.getByText('Showing 26–27 of 27 reservations')).toBeVisible();
      await expect(page.getByText('Page 2')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
      await page.goBack();
      await expect(page.getByText('Page 1')).toBeVisible();
    });
    await test.step('arrow keys lead from row to row, under headings that stay in sight', async () => {
      const cancel = (row: number) => page.getByRole('row').nth(row).getByRole('button', { name: 'Cancel' });
      await cancel(1).focus();
      await page.keyboard.press('ArrowDown');
      await expect(cancel(2)).toBeFocused();
      await page.keyboard.press('End');
      await expect(cancel(25)).toBeFocused();
      await expect(page.getByRole('columnheader', { name: 'Duration' })).toBeInViewport();
      await page.keyboard.press('Home');
      await expect(cancel(1)).toBeFocused();
    });
    await test.step('a page that is not there is the first one', async () => {
      await page.goto('/admin?tab=reservations&q=serie-1&page=99');
      await expect(page.getByText('Showing 1–25 of 27 reservations')).toBeVisible();
      await expect(page).toHaveURL(/tab=reservations&q=serie-1$/);
    });
    await test.step('the longest come first when sorted so', async () => {
      await page.getByRole('button', { name: 'Duration' }).click();
      await expect(page.getByRole('columnheader', { name: 'Duration' })).toHaveAttribute('aria-sort', 'ascending');
      await page.getByRole('button', { name: 'Duration' }).click();
      await expect(page.getByRole('columnheader', { name: 'Duration' })).toHaveAttribute('aria-sort', 'descending');
      await expect(page.getByRole('row').nth(1)).toContainText('9 hours');
      await expect(page).toHaveURL(/sort=duration_hours\.desc/);
    });
    await test.step('the file has every row of the search, and no formula', async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export CSV' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^reservations-\d{4}-\d{2}-\d{2}\.csv$/);
      const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
      expect(lines).toHaveLength(28);
      expect(lines[0]).toContain('Reservation,User,Email,Parking Space');
      expect(lines[1]).toContain(`"'=1+1",${driver.email},Serie-1`);
    });
  });
});

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('an administrator hears that reservations did not come, and asks again', async ({ page }) => {
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.route('**/rest/v1/admin_reservations*', (route) => route.fulfill({ status: 400, json: { code: 'X' } }));
    await page.goto('/admin?tab=reservations');
    await expect(page.getByRole('alert').getByText('Failed to fetch reservations')).toBeVisible();
    await page.unroute('**/rest/v1/admin_reservations*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/^Showing \d/)).toBeVisible();
  });

  test('an administrator hears that a driver was faster, and sees what became of it', async ({ page, server }) => {
    const driver = await createPerson(server, 'faster');
    const [space] = await createSpaces(server, ['Carrera-1']);
    const id = await reserve(driver, space, 1, 2);
    await openReservations(page, '&q=carrera-1');
    await findRow(page, 'Carrera-1').getByRole('button', { name: 'Complete' }).click();
    await driver.client.from('reservations').update({ status: 'cancelled' }).eq('id', id).throwOnError();
    await page.getByRole('button', { name: 'Complete reservation' }).click();
    await expect(
      page.getByText('Somebody else changed this reservation meanwhile, and it is no longer active.'),
    ).toBeVisible();
    await expect(findRow(page, 'Carrera-1').getByText('Cancelled')).toBeVisible();
  });

  test('an administrator hears that a status was not changed', async ({ page, server }) => {
    const driver = await createPerson(server, 'unchanged');
    const [space] = await createSpaces(server, ['Firme-1']);
    await reserve(driver, space, 1, 2);
    await openReservations(page, '&q=firme-1');
    await page.route('**/rest/v1/reservations?*', (route) => route.fulfill({ status: 500, json: { code: 'XX000' } }));
    await findRow(page, 'Firme-1').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel reservation' }).click();
    await expect(page.getByText('Failed to update reservation status')).toBeVisible();
    await expect(findRow(page, 'Firme-1').getByText('Active')).toBeVisible();
  });
});
