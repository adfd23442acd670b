import { book, readStatus } from './bookings.ts';
import { AT_DESK, button, createAdminClient, createZone, findRow, openTab } from './office.ts';
import { createPerson, expect, test } from './people.ts';

test.use(AT_DESK);

test('an administrator finds reservations by person and space, completes one and cancels another', async ({
  page,
  server,
}) => {
  await createZone(await createAdminClient(server), 'Zona Final', { 'Final-1': null, 'Final-2': null });
  const driver = await createPerson(server, 'found', 'Altagracia Ñáñez');
  const [first, second] = await book(driver, [
    { zone: 'Zona Final', space: 0, startsInHours: -1, hours: 2.5 },
    { zone: 'Zona Final', space: 1, startsInHours: 2 },
  ]);
  await openTab(page, 'reservations');

  await test.step('words find a person in any case, and the address keeps them', async () => {
    await page.getByPlaceholder('Search by user name, email, or parking space...').fill('ALTAGRACIA ñ');
    await expect(page).toHaveURL(/tab=reservations&q=ALTAGRACIA/);
    await expect(page.getByText(/^Showing 1–2 of 2 reservations$/)).toBeVisible();
    await expect(findRow(page, 'Final-1').getByRole('cell')).toHaveText([
      `Altagracia Ñáñez${driver.email}`,
      'Final-1Zona Final - Calle de Zona Final',
      /^[A-Z][a-z]{2}\s\d{2},\s\d{4}\d{2}:\d{2} - \d{2}:\d{2}Current$/,
      '3 hours',
      '$18.75',
      'Active',
      'CompleteCancel',
    ]);
  });
  await test.step('a reservation is completed, and another cancelled', async () => {
    await findRow(page, 'Final-1').getByRole('button', { name: 'Complete' }).click();
    await button(page, 'Complete reservation').click();
    await expect(findRow(page, 'Final-1').getByText('Completed')).toBeVisible();
    await findRow(page, 'Final-2').getByRole('button', { name: 'Cancel' }).click();
    await button(page, 'Cancel reservation').click();
    await expect(findRow(page, 'Final-2').getByText('Cancelled')).toBeVisible();
    expect([await readStatus(driver, first?.id), await readStatus(driver, second?.id)]).toEqual([
      'completed',
      'cancelled',
    ]);
  });
});
