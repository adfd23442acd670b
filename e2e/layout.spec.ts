import type { Page } from '@playwright/test';
import { createPerson, expect, signIn, test } from './people.ts';

// Screens that hold still while they load, and that lose nothing when the text is twice as large.

/** What counts as a page that holds still; the sum of the Layout Instability API's scores. */
const MOST_SHIFT = 0.05;

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
  ['/settings', 'Auto logout (minutes)'],
  ['/wallet', '$100.00'],
  ['/messages', 'Parqueo Support'],
  ['/messages/support', 'Messages stay on this device'],
  ['/owner', 'Owner mode is not open yet'],
] as const;

/** Adds up from now on, on every page, how much things move without anybody having touched them. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    window.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
}

async function expectStillAndWhole(page: Page, path: string, sign: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(sign).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate('window.shifts'), `what moved on ${path}`).toBeLessThanOrEqual(MOST_SHIFT);
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await expect(page.getByText(sign).first()).toBeVisible();
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(overflow), `how much of ${path} is off the screen`).toBeLessThanOrEqual(0);
}

// Styles from outside are refused by the page's policy, which is not what is tested here.
test.use({ bypassCSP: true, reducedMotion: 'reduce' });

for (const [path, sign] of VISITOR_SCREENS) {
  test(`${path} holds still and takes text of twice the size`, async ({ page }) => {
    await watchShifts(page);
    await expectStillAndWhole(page, path, sign);
  });
}

test('the screens of a signed-in person hold still and take text of twice the size', async ({ page, server }) => {
  const { email } = await createPerson(server, 'layout');
  await watchShifts(page);
  await signIn(page, email);
  for (const [path, sign] of OWN_SCREENS) await expectStillAndWhole(page, path, sign);
});
