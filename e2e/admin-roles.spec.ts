import { ADMIN, createClientFor, createPerson, expect, test } from './people.ts';
import { button, dialog, openDetails } from './users-tab.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

test('an administrator makes another one and takes the role away again', async ({ page, server }) => {
  const driver = await createPerson(server, 'promoted');
  const roles = async () =>
    (await driver.client.from('user_roles').select('role').eq('user_id', driver.id).throwOnError()).data;
  await openDetails(page, driver.email);
  await button(page, 'Make Admin').click();
  await expect(page.getByText('Admin role assigned successfully')).toBeVisible();
  await expect(dialog(page).getByText('Admin', { exact: true })).toBeVisible();
  expect(await roles()).toEqual([{ role: 'admin' }]);
  await button(page, 'Remove Admin').click();
  await expect(page.getByText('Admin role removed successfully')).toBeVisible();
  await expect(button(page, 'Make Admin')).toBeVisible();
  expect(await roles()).toEqual([]);
});

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('the last administrator keeps their role and hears why', async ({ page, server }) => {
    const admin = await createClientFor(server, ADMIN.email, ADMIN.password);
    const { data } = await admin.auth.getUser();
    await admin.from('user_roles').delete().neq('user_id', data.user?.id).throwOnError();
    await openDetails(page, ADMIN.email);
    await button(page, 'Remove Admin').click();
    await expect(page.getByText('The last administrator cannot be removed')).toBeVisible();
    await expect(button(page, 'Remove Admin')).toBeEnabled();
  });
});
