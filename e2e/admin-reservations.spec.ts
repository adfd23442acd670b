import type { Page } from '@playwright/test';
import { ADMIN, createClientFor, createPerson, expect, type Person, signIn, test } from './people.ts';
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
