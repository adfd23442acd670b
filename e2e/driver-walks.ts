import type { Page } from '@playwright/test';
import { turnOnTwoFactor } from './authenticator.ts';
import { addPastReservations, book, findReserveButton } from './bookings.ts';
import { createPerson, expect, giveProof, PASSWORD, signIn } from './people.ts';
import { openScreen, type Walk } from './walk.ts';

/** Screens that anybody may open, and what they say when they are there. */
const OPEN_SCREENS = [
  ['/intro', 'LOG IN'],
  ['/login', 'Welcome Back'],
  ['/signup', 'Create Account'],
  ['/forgot-password', 'Forgot your password?'],
  ['/enter-code', 'Enter the code from our email'],
  ['/arrival-time', 'Arrival time'],
  ['/zones', 'All parking zones'],
  ['/nowhere', 'Oops! Page not found'],
  ['/park-now', 'Garaje Arroyo Hondo'],
  ['/reserve-parking/5a0e0000-0000-4000-8000-000000000002', 'Churchill Norte'],
] as const;

const map = (page: Page) => page.getByRole('button', { name: /^Casco Colonial, / });

/** The screens of drivers and visitors, by where they are. */
export const DRIVER_WALKS: Record<string, Walk> = {
  async 'on the screens that anybody may open'({ page, look }) {
    await page.goto('/intro');
    for (const [path, sign] of OPEN_SCREENS) {
      await openScreen(page, path);
      await expect(page.getByText(sign).first()).toBeVisible();
      await look(page);
    }
  },

  async 'in the wallet, the messages and the owner mode'({ page, server, look }) {
    const { email } = await createPerson(server, 'axe-local');
    await signIn(page, email);
    await page.goto('/wallet');
    for (const [path, sign] of [
      ['/wallet', '100.00'],
      ['/messages', 'Parqueo Support'],
      ['/messages/support', 'Messages stay on this device'],
      ['/messages/nobody', 'This conversation does not exist'],
      ['/owner', 'Owner mode is not open yet'],
    ] as const) {
      await openScreen(page, path);
      await expect(page.getByText(sign).first()).toBeVisible();
      await look(page);
    }
  },

  async 'on account, profile and settings'({ page, server, look }) {
    const { email } = await createPerson(server, 'axe-own');
    await signIn(page, email);
    await page.goto('/account');
    await expect(page.getByText('(127 trips)')).toBeVisible();
    await look(page);
    await openScreen(page, '/profile');
    await page.getByLabel('Phone').fill('1');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true');
    await look(page);
    await openScreen(page, '/settings');
    await expect(page.getByLabel('Sign out without activity')).toBeVisible();
    await look(page);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await look(page);
  },

  async 'where password, address and second factor are changed and asked for'({ page, server, look }) {
    const person = await createPerson(server, 'axe-sign-in');
    await signIn(page, person.email);
    await page.goto('/set-password');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Use at least 8 characters')).toBeVisible();
    await look(page);
    await openScreen(page, '/settings');
    for (const [button, sign, wayOut] of [
      ['Change email', 'Change your email', 'Keep the old one'],
      ['Change password', 'Change your password', 'Keep the old one'],
      ['Turn on', 'Turn on two-factor authentication', 'Not now'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      if (button === 'Turn on') {
        await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible();
        await look(page);
        await giveProof(page);
      }
      await expect(page.getByRole('dialog', { name: sign })).toBeVisible();
      await look(page);
      await page.getByRole('button', { name: wayOut }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await turnOnTwoFactor(person);
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel(/^Password$/).fill(PASSWORD);
    await page.getByRole('button', { name: /^Log In$/ }).click();
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Enter the 6 digits')).toBeVisible();
    await look(page);
  },

  async 'in the lists of reservations, empty and full'({ page, server, look }) {
    const driver = await createPerson(server, 'axe-lists');
    await signIn(page, driver.email);
    await page.goto('/activity');
    await expect(page.getByText('No upcoming reservations')).toBeVisible();
    await look(page);
    const startsInHours = 120;
    await book(driver, [{ zone: 'Conde Oeste', space: 3, startsInHours }]);
    await addPastReservations(server, driver, [{ zone: 'Conde Oeste', space: 3, startsInHours: -startsInHours }]);
    for (const [path, button] of [
      ['/activity', 'Cancel reservation'],
      ['/reservations', 'CANCEL'],
    ] as const) {
      // Anew, since the lists were kept empty.
      await page.goto(path);
      await expect(page.getByText('Free to cancel until it starts.')).toBeVisible();
      await look(page);
      await page.getByRole('button', { name: button, exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Cancel this reservation?' })).toBeVisible();
      await look(page);
      await openScreen(page, `${path}?tab=past`);
      await expect(page.getByText(/^(Ended|Expired)$/)).toBeVisible();
      await look(page);
    }
  },

  async 'from the map to the rating'({ page, server, look }) {
    const { email } = await createPerson(server, 'axe');
    await signIn(page, email);
    await page.goto('/map');
    await expect(map(page)).toBeVisible();
    await look(page);
    await map(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'View Details' })).toBeVisible();
    await look(page);
    await page.getByRole('button', { name: 'View Details' }).click();
    await expect(findReserveButton(page)).toBeVisible();
    await look(page);
    await findReserveButton(page).click();
    await expect(page.getByRole('button', { name: 'CONFIRM RESERVATION' })).toBeVisible();
    await look(page);
    await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
    await expect(page.getByRole('button', { name: 'START DRIVING' })).toBeVisible();
    await look(page);
    await page.clock.install();
    await page.getByRole('button', { name: 'START DRIVING' }).click();
    await page.clock.fastForward(10_000);
    await expect(page.getByText('You have arrived!')).toBeVisible();
    await page.clock.resume();
    await look(page);
    await page.getByRole('button', { name: 'Park Now' }).click();
    await expect(page.getByRole('timer')).toBeVisible();
    await look(page);
    await page.getByRole('button', { name: 'End Parking' }).click();
    await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
    await look(page);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('button', { name: 'Submit Rating' })).toBeVisible();
    await look(page);
  },
};
