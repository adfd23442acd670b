import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ADMIN, createClientFor, expect, test } from './people.ts';
import { createNamed, findRow, openUsers, search } from './users-tab.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

const card = (page: Page, name: string) =>
  page.getByRole('definition').and(page.locator(`dt:has-text("${name}") + dd`));

test('an administrator sees how many users there are, and finds one by e-mail or by name', async ({ page, server }) => {
  const driver = await createNamed(server, 'listed', 'Altagracia Ñáñez');
  const admin = await createClientFor(server, ADMIN.email, ADMIN.password);
  const { data } = await admin.from('profiles').select('full_name, phone, last_activity').throwOnError();
  const complete = data.filter(({ full_name, phone }) => full_name?.trim() && phone?.trim()).length;
  await openUsers(page);

  await test.step('the cards count everybody', async () => {
    await expect(card(page, 'Total Users')).toHaveText(String(data.length));
    // Everybody of this server came within the last 24 hours.
    await expect(card(page, 'Active Today')).toHaveText(String(data.filter((one) => one.last_activity).length));
    await expect(card(page, 'Complete Profiles')).toHaveText(String(complete));
  });
  await test.step('a refresh counts somebody who completed their profile meanwhile', async () => {
    await driver.client.from('profiles').update({ phone: '+18095550101' }).eq('user_id', driver.id).throwOnError();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(card(page, 'Complete Profiles')).toHaveText(String(complete + 1));
  });
  await test.step('the newest user comes first', async () => {
    await expect(page.getByRole('row').nth(1)).toContainText(driver.email);
    await expect(page.getByRole('columnheader')).toHaveText([
      'Email',
      'Full Name',
      'Rating',
      'Trips',
      'Status',
      'Last Activity',
      'Actions',
    ]);
  });
  await test.step('words are found in any case, and the row is whole', async () => {
    for (const words of ['ALTAGRACIA ñ', driver.email.toUpperCase()]) {
      await search(page).fill(words);
      await expect(page.getByText(/^Showing 1–1 of 1 user$/)).toBeVisible();
    }
    await expect(findRow(page, driver.email).getByRole('cell')).toHaveText([
      driver.email,
      'Altagracia Ñáñez',
      '0.0',
      '0',
      'Active',
      /^[A-Z][a-z]{2} \d{2}, \d{4} \d{2}:\d{2}$/,
      'View Details',
    ]);
    await expect(page).toHaveURL(/tab=users&q=LISTED-/);
    await page.reload();
    await expect(search(page)).toHaveValue(driver.email.toUpperCase());
  });
  await test.step('the file has who was searched for', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${driver.email},Altagracia Ñáñez,"'+18095550101",0.0,0,active`);
  });
  await test.step('words that nobody has find nobody', async () => {
    await search(page).fill('100%_nobody');
    await expect(page.getByText('No users found matching your search.')).toBeVisible();
  });
});
