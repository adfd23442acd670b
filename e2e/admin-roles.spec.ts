import { ADMIN, createClientFor, createPerson, expect, signIn, test } from './people.ts';
import { button, dialog, findRow, openDetails } from './users-tab.ts';

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

test('an administrator who gives up their own role is led out of the back office', async ({ page, server }) => {
  const second = await createPerson(server, 'second-admin');
  const admin = await createClientFor(server, ADMIN.email, ADMIN.password);
  await admin.from('user_roles').insert({ user_id: second.id, role: 'admin' }).throwOnError();
  await signIn(page, second.email);
  await page.goto(`/admin?tab=users&q=${second.email}`);
  await findRow(page, second.email).getByRole('button', { name: 'View Details' }).click();
  await button(page, 'Remove Admin').click();
  await expect(page.getByText('Admin role removed successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/map$/);
});

test.describe('when the server refuses', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  const refuse = { status: 500, json: { code: 'XX000', message: 'The disk is full' } };
  const refuseWithoutWords = { status: 502, body: '' };

  test('the last administrator keeps their role and hears why', async ({ page, server }) => {
    const admin = await createClientFor(server, ADMIN.email, ADMIN.password);
    const { data } = await admin.auth.getUser();
    await admin.from('user_roles').delete().neq('user_id', data.user?.id).throwOnError();
    await openDetails(page, ADMIN.email);
    await button(page, 'Remove Admin').click();
    await expect(page.getByText('The last administrator cannot be removed')).toBeVisible();
    await expect(button(page, 'Remove Admin')).toBeEnabled();
  });

  test('an administrator hears the error of a role that was not changed, or that it was not', async ({
    page,
    server,
  }) => {
    const driver = await createPerson(server, 'unpromoted');
    await openDetails(page, driver.email);
    let answer: typeof refuse | typeof refuseWithoutWords = refuse;
    await page.route('**/rest/v1/user_roles*', (route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill(answer),
    );
    await button(page, 'Make Admin').click();
    await expect(page.getByText('The disk is full')).toBeVisible();
    answer = refuseWithoutWords;
    await button(page, 'Make Admin').click();
    await expect(page.getByText('Failed to assign admin role')).toBeVisible();
    const admin = await createClientFor(server, ADMIN.email, ADMIN.password);
    await admin.from('user_roles').insert({ user_id: driver.id, role: 'admin' }).throwOnError();
    await button(page, 'Make Admin').click();
    await expect(button(page, 'Remove Admin')).toBeVisible();
    await button(page, 'Remove Admin').click();
    await expect(page.getByText('Failed to remove admin role')).toBeVisible();
  });
});
