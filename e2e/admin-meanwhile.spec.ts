import type { Browser, Page } from '@playwright/test';
import { ADMIN, createClientFor, createPerson, expect, PASSWORD, signIn, test } from './people.ts';
import type { RunningServer } from './server.ts';
import { createNamed, dialog, field, findRow, button as inDialog, openDetails } from './users-tab.ts';

const DESK = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };
test.use(DESK);

/** The browser of a second administrator, at work at the same time. */
async function openSecondDesk(browser: Browser, server: RunningServer): Promise<Page> {
  const second = await createPerson(server, 'second-admin');
  const admin = await createClientFor(server, ADMIN.email, ADMIN.password);
  await admin.from('user_roles').insert({ user_id: second.id, role: 'admin' }).throwOnError();
  const context = await browser.newContext({ ...DESK, baseURL: server.url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, second.email, PASSWORD);
  return page;
}

const newer = (page: Page) => dialog(page).getByRole('list', { name: 'Newer values' }).getByRole('listitem');

test('the second of two administrators who change a user sees what changed, loses nothing', async ({
  page,
  browser,
  server,
}) => {
  const driver = await createNamed(server, 'twice', 'Carmen Antes');
  const kept = async () =>
    (await driver.client.from('profiles').select('full_name, phone, bio').single().throwOnError()).data;
  const other = await openSecondDesk(browser, server);
  await other.goto(`/admin?tab=users&q=${driver.email}`);
  await findRow(other, driver.email).getByRole('button', { name: 'View Details' }).click();
  await openDetails(page, driver.email);
  await inDialog(page, 'Edit').click();
  await inDialog(other, 'Edit').click();

  await test.step('the first saves a name and a phone', async () => {
    await field(other, 'Full name').fill('Carmen Otra');
    await field(other, 'Phone').fill('+18095550199');
    await inDialog(other, 'Save').click();
    await expect(other.getByText('User updated successfully')).toBeVisible();
  });
  await test.step('the driver is active meanwhile, which turns nobody down', async () => {
    await createClientFor(server, driver.email);
  });
  await test.step('the second is told, and sees the newer values beside their own', async () => {
    await field(page, 'Full name').fill('Carmen Mía');
    await field(page, 'Bio').fill('Maneja de noche');
    await inDialog(page, 'Save').click();
    await expect(dialog(page).getByRole('alert')).toContainText(
      'Somebody else changed this user while you were editing.',
    );
    await expect(newer(page)).toHaveText([
      'Full name is now Carmen Otra. You typed Carmen Mía.',
      'Phone is now +18095550199.',
    ]);
    await expect(page.getByText('User updated successfully')).toHaveCount(0);
    expect(await kept()).toMatchObject({ full_name: 'Carmen Otra', bio: null });
  });
  await test.step('what they typed is still there, and what they did not follows', async () => {
    await expect(field(page, 'Full name')).toHaveValue('Carmen Mía');
    await expect(field(page, 'Bio')).toHaveValue('Maneja de noche');
    await expect(field(page, 'Phone')).toHaveValue('+18095550199');
  });
  await test.step('saving again keeps theirs', async () => {
    await inDialog(page, 'Save').click();
    await expect(page.getByText('User updated successfully')).toBeVisible();
    await expect(dialog(page).getByRole('alert')).toHaveCount(0);
    expect(await kept()).toMatchObject({
      full_name: 'Carmen Mía',
      phone: '+18095550199',
      bio: 'Maneja de noche',
    });
  });
  await other.context().close();
});
