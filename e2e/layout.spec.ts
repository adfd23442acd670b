import type { Page } from '@playwright/test';
import { book } from './bookings.ts';
import { createPerson, expect, signIn, test } from './people.ts';
import { findTextFaults } from './text-faults.ts';
import { isUncovered } from './uncovered.ts';
import { openScreen } from './walk.ts';

// Screens that lose nothing when the text is twice as large.

const SMALL_PHONE = { width: 360, height: 640 };
const TWICE_THE_SIZE = 'html { font-size: 200% }';

const VISITOR_SCREENS = [
  ['/intro', 'LOG IN'],
  ['/login', 'Welcome Back'],
  ['/signup', 'Create Account'],
  ['/map', 'Universitaria'],
  ['/zones', 'Casco Colonial'],
  ['/park-now', 'Garaje Arroyo Hondo'],
  ['/arrival-time', 'Arrival time'],
  ['/reserve-parking/5a0e0000-0000-4000-8000-000000000002', 'A-01'],
] as const;
const OWN_SCREENS = [
  ['/activity', 'No upcoming reservations'],
  ['/reservations', 'No upcoming reservations'],
  ['/account', '(127 trips)'],
  ['/profile', 'About you'],
  ['/settings', 'Sign out without activity'],
  ['/wallet', '$100.00'],
  ['/messages', 'Parqueo Support'],
  ['/messages/support', 'Messages stay on this device'],
  ['/owner', 'Owner mode is not open yet'],
] as const;

// Styles from outside are refused by the page's policy, which is not what is tested here.
test.use({ bypassCSP: true, viewport: SMALL_PHONE });

/** Opens each screen and looks for what is cut off, broken or covered. */
async function expectWhole(page: Page, screens: readonly (readonly [path: string, sign: string])[]): Promise<void> {
  await page.goto('/intro');
  await page.addStyleTag({ content: TWICE_THE_SIZE });
  for (const [path, sign] of screens) {
    await openScreen(page, path);
    await expect(page.getByText(sign).first()).toBeVisible();
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    await expect.poll(() => page.evaluate(overflow), `how much of ${path} is off the screen`).toBeLessThanOrEqual(0);
    await expect.poll(() => findTextFaults(page), `the texts of ${path}`).toEqual([]);
  }
}

test('the screens of a visitor and of a driver take text of twice the size', async ({ page, server }) => {
  await expectWhole(page, VISITOR_SCREENS);
  await signIn(page, (await createPerson(server, 'layout')).email);
  await expectWhole(page, OWN_SCREENS);
});

test.describe('without the map', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('a parked driver with a small phone and large text can try the map again, and choose or reserve without it', async ({
    page,
    server,
  }) => {
    const driver = await createPerson(server, 'layout');
    await book(driver, [{ zone: 'Malecón', space: 0, startsInHours: -0.5, hours: 2 }]);
    await signIn(page, driver.email);
    await page.route('**/style.json*', (route) => route.abort());
    await page.goto('/map');
    await page.addStyleTag({ content: TWICE_THE_SIZE });
    await expect(page.getByRole('link', { name: /Parked at/ })).toBeVisible();
    for (const name of ['Try again', 'Choose zone', 'Reserve Parking']) {
      await expect.poll(() => isUncovered(page.getByRole('button', { name })), name).toBe(true);
    }
    await expect.poll(() => isUncovered(page.getByText('The map cannot be shown right now'))).toBe(true);
    await page.getByRole('button', { name: 'List of parking zones' }).click();
    await expect(page.getByRole('radio').first()).toBeVisible();
  });
});
