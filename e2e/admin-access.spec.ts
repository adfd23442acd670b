import { AT_DESK } from './office.ts';
import { ADMIN, expect, submitLogIn, test } from './people.ts';

test.use(AT_DESK);

test('an administrator logs in, comes to the tab they asked for, and walks through all by keyboard', async ({
  page,
}) => {
  await page.goto('/admin?tab=settings');
  await expect(page).toHaveURL(/\/login$/);
  await submitLogIn(page, ADMIN.email, ADMIN.password);
  await expect(page).toHaveURL(/\/admin\?tab=settings$/);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(page.getByRole('tab')).toHaveText([
    'Overview',
    'Users',
    'Zones',
    'Parking',
    'Reservations',
    'Kavass',
    'Settings',
  ]);

  await test.step('arrow keys move along the tabs and Enter opens one, which the address says', async () => {
    await page.getByRole('tab', { name: 'Overview' }).focus();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Reservations' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\?tab=reservations$/);
    await expect(page.getByRole('heading', { name: 'Reservations Management' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
  });
  await test.step('one button leads to the map, the other signs out', async () => {
    await page.getByRole('button', { name: 'Back to Map' }).click();
    await expect(page).toHaveURL(/\/map$/);
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/login$/);
  });
});
