import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { turnOnTwoFactor } from './authenticator.ts';
import { book } from './bookings.ts';
import { ADMIN, createPerson, expect, logIn, PASSWORD, signIn, test } from './people.ts';

const THEMES = ['dark', 'light'] as const;
const SIZES = { 'wide screen': { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;

/** What axe finds on the page as it stands, in both themes and on both sizes of a screen; the look it came with is back then. */
async function expectNoViolations(page: Page): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await expect(page.locator('html')).toHaveClass(new RegExp(theme));
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
      expect(found, `in the ${theme} theme on a ${size}`).toEqual([]);
    }
  }
}

const map = (page: Page) => page.getByRole('button', { name: /^Casco Colonial, / });
const enabledReserve = (page: Page) =>
  page
    .getByRole('button', { name: /^Reserve/ })
    .and(page.locator(':enabled'))
    .first();

test.describe('in both themes, on a phone and on a wide screen', () => {
  test.setTimeout(180_000);

  for (const [path, sign] of [
    ['/intro', 'LOG IN'],
    ['/login', 'Welcome Back'],
    ['/signup', 'Create Account'],
    ['/forgot-password', 'Forgot your password?'],
    ['/arrival-time', 'Arrival time'],
    ['/zones', 'All parking zones'],
    ['/nowhere', 'Oops! Page not found'],
    ['/park-now', 'Garaje Arroyo Hondo'],
    ['/reserve-parking/5a0e0000-0000-4000-8000-000000000002', 'Churchill Norte'],
  ] as const) {
    test(`axe finds nothing on ${path}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByText(sign).first()).toBeVisible();
      await expectNoViolations(page);
    });
  }

  test('axe finds nothing in the wallet, the messages and the owner mode', async ({ page, server }) => {
    const { email } = await createPerson(server, 'axe-local');
    await logIn(page, email);
    for (const [path, sign] of [
      ['/wallet', '$100.00'],
      ['/messages', 'Parqueo Support'],
      ['/messages/support', 'Messages stay on this device'],
      ['/messages/nobody', 'This conversation does not exist'],
      ['/owner', 'Owner mode is not open yet'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(sign).first()).toBeVisible();
      await expectNoViolations(page);
    }
  });

  test('axe finds nothing on account, profile and settings', async ({ page, server }) => {
    const { email } = await createPerson(server, `axe-own`);
    await signIn(page, email);
    await page.goto('/account');
    await expect(page.getByText('(127 trips)')).toBeVisible();
    await expectNoViolations(page);
    await page.goto('/profile');
    await page.getByLabel('Phone').fill('1');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
    await expectNoViolations(page);
    await page.goto('/settings');
    await expect(page.getByLabel('Auto logout (minutes)')).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoViolations(page);
  });

  test('axe finds nothing where a password, an address and a second factor are changed and asked for', async ({
    page,
    server,
  }) => {
    const person = await createPerson(server, `axe-sign-in`);
    await signIn(page, person.email);
    await page.goto('/set-password');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Use at least 8 characters')).toBeVisible();
    await expectNoViolations(page);
    await page.goto('/settings');
    for (const [button, sign, wayOut] of [
      ['Change email', 'Change your email', 'Keep the old one'],
      ['Change password', 'Change your password', 'Keep the old one'],
      ['Turn on', 'Turn on two-factor authentication', 'Not now'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByRole('dialog', { name: sign })).toBeVisible();
      await expectNoViolations(page);
      await page.getByRole('button', { name: wayOut }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await turnOnTwoFactor(person);
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Enter the 6 digits')).toBeVisible();
    await expectNoViolations(page);
  });

  test('axe finds nothing in the lists of reservations, empty and full', async ({ page, server }) => {
    const driver = await createPerson(server, `axe-lists`);
    await signIn(page, driver.email);
    await page.goto('/activity');
    await expect(page.getByText('No upcoming reservations')).toBeVisible();
    await expectNoViolations(page);
    const startsInHours = 120;
    await book(driver, [
      { zone: 'Conde Oeste', space: 3, startsInHours },
      { zone: 'Conde Oeste', space: 3, startsInHours: -startsInHours },
    ]);
    for (const [path, button] of [
      ['/activity', 'Cancel reservation'],
      ['/reservations', 'CANCEL'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText('Free to cancel until it starts.')).toBeVisible();
      await expectNoViolations(page);
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Cancel this reservation?' })).toBeVisible();
      await expectNoViolations(page);
      await page.goto(`${path}?tab=past`);
      await expect(page.getByText(/^(Ended|Expired)$/)).toBeVisible();
      await expectNoViolations(page);
    }
  });

  test('axe finds nothing in the back office', async ({ page, server }) => {
    const driver = await createPerson(server, `axe-admin`);
    const space = await driver.client.from('parking_spaces').select('id').eq('name', 'B-01').limit(1).single();
    await driver.client
      .from('reservations')
      .insert({
        user_id: driver.id,
        parking_space_id: space.data?.id,
        start_time: `2030-01-01T10:00:00Z`,
        end_time: `2030-01-01T12:00:00Z`,
        status: 'active',
      })
      .throwOnError();
    await logIn(page, ADMIN.email, ADMIN.password);
    for (const [path, sign] of [
      ['/admin', 'System Status'],
      ['/admin?tab=reservations', /^Showing 1/],
      ['/admin?tab=reservations&q=nobody-of-this-name', 'No reservations found'],
      ['/admin?tab=settings', 'Email Configuration'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(sign).first()).toBeVisible();
      await expectNoViolations(page);
    }
    await page.goto(`/admin?tab=reservations&q=${encodeURIComponent(driver.email)}`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Cancel this reservation?')).toBeVisible();
    await expectNoViolations(page);
  });

  test('axe finds nothing in the spaces and the locks of the back office', async ({ page }) => {
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.goto('/admin?tab=locks');
    await expect(page.getByText(/locks need attention$/)).toBeVisible();
    await expectNoViolations(page);
    await page.goto('/admin?tab=parking');
    await expect(page.getByText('Up', { exact: true }).first()).toBeVisible();
    await expectNoViolations(page);
    const raise = page.getByRole('button', { name: /^Raise the lock of / });
    await raise.and(page.locator(':not([aria-disabled="true"])')).first().click();
    await expect(page.getByRole('button', { name: 'Raise lock' })).toBeEnabled();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Keep it as it is' }).click();
    await page.getByRole('button', { name: 'Add Space' }).click();
    await page.getByLabel('Add several').check();
    await page.getByLabel('To', { exact: true }).fill('x');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await expectNoViolations(page);
  });

  test('axe finds nothing in the users and zones of the back office', async ({ page, server }) => {
    const { email } = await createPerson(server, `axe-user`);
    await signIn(page, ADMIN.email, ADMIN.password);
    await page.goto(`/admin?tab=users&q=${email}`);
    await expect(page.getByText('Showing 1–1 of 1 user')).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'View Details' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Rating').fill('9');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByLabel('Rating')).toHaveAttribute('aria-invalid', 'true');
    for (const tab of ['Profile', 'Activity', 'Messages', 'Wallet', 'Settings']) {
      await dialog.getByRole('tab', { name: tab }).click();
      await expectNoViolations(page);
    }
    await page.goto('/admin?tab=zones');
    await page.getByRole('button', { name: 'Edit Casco Colonial' }).click();
    await expect(dialog.getByText('18.472400, -69.884400')).toBeVisible();
    await expect(dialog.getByText('Loading map...')).toHaveCount(0);
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete Casco Colonial' }).click();
    await expect(dialog.getByText(/^Its \d+ spaces/)).toBeVisible();
    await expectNoViolations(page);
  });

  test('axe finds nothing from the map to the rating', async ({ page, server }) => {
    const { email } = await createPerson(server, `axe`);
    await logIn(page, email);
    await expect(map(page)).toBeVisible();
    await expectNoViolations(page);
    await map(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'View Details' })).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'View Details' }).click();
    await expect(enabledReserve(page)).toBeVisible();
    await expectNoViolations(page);
    await enabledReserve(page).click();
    await expect(page.getByRole('button', { name: 'CONFIRM RESERVATION' })).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
    await expect(page.getByRole('button', { name: 'START DRIVING' })).toBeVisible();
    await expectNoViolations(page);
    await page.clock.install();
    await page.getByRole('button', { name: 'START DRIVING' }).click();
    await page.clock.fastForward(10_000);
    await expect(page.getByText('You have arrived!')).toBeVisible();
    await page.clock.resume();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Park Now' }).click();
    await expect(page.getByRole('timer')).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'End Parking' }).click();
    await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('button', { name: 'Submit Rating' })).toBeVisible();
    await expectNoViolations(page);
  });
});
