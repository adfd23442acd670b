import type { Page } from '@playwright/test';
import { book, createReadyDriver, endReservation } from './bookings.ts';
import { expect, signIn, test, WITHOUT_SAMPLES } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

// Screens that hold still on a slow connection, where each part of them arrives at another time.

test.use({ serverEnv: WITHOUT_SAMPLES });

const ZONE = 'Naco Tiradentes';
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };

/** What counts as a page that holds still; the sum of the Layout Instability API's scores. */
const MAX_SHIFT = 0.02;

/** Adds up from now on, on every page, how much things move without anybody having touched them. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? node?.textContent);
        window.shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  `);
}

/** Fails with what moved since the page was loaded. */
async function expectNoShift(page: Page, name: string): Promise<void> {
  const shifts = (await page.evaluate('window.shifts')) as { value: number; moved: string[] }[];
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, `what moved on ${name}: ${JSON.stringify(shifts, null, 2)}`).toBeLessThan(MAX_SHIFT);
}

async function slowDown(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.emulateNetworkConditions', SLOW);
}

async function expectStill(page: Page, path: string, sign: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(sign).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expectNoShift(page, path);
}

test('the screens of a parked driver hold still while they load', async ({ page, server }) => {
  const driver = await createReadyDriver(server, 'still');
  const [past] = await book(driver, [{ zone: ZONE, space: 1, startsInHours: 0 }]);
  await endReservation(driver, past?.id ?? '', 'completed');
  await runAsOwner(server, (sql) => sql`select private.run_due_work()`);
  const [, next] = await book(driver, [
    { zone: ZONE, space: 2, startsInHours: 0, hours: 2 },
    { zone: ZONE, space: 3, startsInHours: 5 },
  ]);
  await watchShifts(page);
  await signIn(page, driver.email);
  await slowDown(page);

  await test.step('the screens by their address', async () => {
    for (const [path, sign] of [
      ['/reservations', 'Parked now'],
      ['/activity', 'Parked now'],
      ['/activity?tab=past', ZONE],
      ['/parking-status', 'A123456'],
      [`/reserve/${next?.spaceId}`, 'CONFIRM RESERVATION'],
      ['/wallet', 'History'],
      ['/account', 'Toyota Yaris'],
      ['/profile', 'About you'],
      ['/settings', 'Sign out without activity'],
      ['/messages', 'No messages yet'],
    ] as const) {
      await expectStill(page, path, sign);
    }
  });

  await test.step('the map, once this device has the ticket', async () => {
    const readTickets = () => page.evaluate(`localStorage.getItem('parqueo.tickets.${driver.id}') ?? ''`);
    await expect.poll(readTickets).toContain('/ticket/');
    await expectStill(page, '/map', 'Parked at');
  });

  await test.step('a receipt', async () => {
    await page.goto('/reservations?tab=past');
    const receipt = await page.getByRole('link', { name: 'Receipt' }).getAttribute('href');
    await expectStill(page, String(receipt), 'A123456');
  });

  await test.step('a ticket and the directions', async () => {
    await page.goto('/reservations');
    await page.getByRole('button', { name: 'Ticket' }).last().click();
    await expect(page.getByRole('img', { name: 'QR code of your ticket' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'DIRECTIONS' }).click();
    await expect(page.getByText(/^\d+ min$/)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectNoShift(page, 'a ticket and the directions');
  });
});
