import type { Page } from '@playwright/test';
import { ADMIN, createClientFor, createPerson, expect, PASSWORD, signIn, test } from './people.ts';

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });

async function fillLogIn(page: Page, { email, password }: typeof ADMIN): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
}

test('a visitor logs in as administrator first, and comes to the tab they asked for', async ({ page }) => {
  await page.goto('/admin?tab=settings');
  await expect(page).toHaveURL(/\/login$/);
  await fillLogIn(page, ADMIN);
  await expect(page).toHaveURL(/\/admin\?tab=settings$/);
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
});

test('a driver is led to the map, from the address and after logging in', async ({ page, server }) => {
  const { email } = await createPerson(server, 'curious');
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/login$/);
  await fillLogIn(page, { email, password: PASSWORD });
  await expect(page).toHaveURL(/\/map$/);
  await page.goto('/admin?tab=reservations');
  await expect(page).toHaveURL(/\/map$/);
  await expect(page.getByText('Admin Dashboard')).toHaveCount(0);
});

test('a driver who is made administrator comes in, and one who no longer is does not', async ({ page, server }) => {
  const { email, id } = await createPerson(server, 'promoted');
  const admin = await createClientFor(server, ADMIN.email, ADMIN.password);
  await admin.from('user_roles').insert({ user_id: id, role: 'admin' }).throwOnError();
  await page.goto('/admin');
  await fillLogIn(page, { email, password: PASSWORD });
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await admin.from('user_roles').delete().eq('user_id', id).eq('role', 'admin').throwOnError();
  await page.reload();
  await expect(page).toHaveURL(/\/map$/);
});

test('an administrator walks through the seven tabs with the keyboard, and out', async ({ page }) => {
  await signIn(page, ADMIN.email, ADMIN.password);
  await page.goto('/admin');
  await test.step('the head says where one is', async () => {
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await expect(page.getByText('Manage your parking system')).toBeVisible();
    await expect(page.getByText('Parqueo', { exact: true })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  });
  await test.step('there are seven tabs, the lock vendor’s under its name', async () => {
    await expect(page.getByRole('tab')).toHaveText([
      'Overview',
      'Users',
      'Zones',
      'Parking',
      'Reservations',
      'Kavass',
      'Settings',
    ]);
  });
  await test.step('the overview shows its fixed figures', async () => {
    for (const figure of ['1,234', '156', '789', '$12,345']) {
      await expect(page.getByText(figure, { exact: true })).toBeVisible();
    }
    await expect(page.getByText(/^\+\d+%$/)).toHaveCount(4);
    await expect(page.getByText('Kavass integration')).toBeVisible();
    await expect(page.getByText('Online', { exact: true })).toHaveCount(4);
  });
  await test.step('arrow keys move along the tabs and Enter opens one, which the address says', async () => {
    await page.getByRole('tab', { name: 'Overview' }).focus();
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Reservations' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\?tab=reservations$/);
    await expect(page.getByRole('heading', { name: 'Reservations Management' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
  });
  await test.step('one button leads to the map, the other signs out', async () => {
    await page.getByRole('button', { name: 'Back to Map' }).click();
    await expect(page).toHaveURL(/\/map$/);
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/login$/);
  });
});
