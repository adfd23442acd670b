import type { Page } from '@playwright/test';
import { expect, findMailedLink, newEmail, PASSWORD, test } from './people.ts';

const ARRIVAL_MS = 10_000;
const MOST_TAPS = 9;

/** Counts from now on what a finger touches, on every page. */
async function countTaps(page: Page): Promise<() => number> {
  let taps = 0;
  await page.exposeFunction('countTap', () => {
    taps += 1;
  });
  await page.addInitScript(`
    addEventListener('pointerdown', ({ isTrusted }) => { if (isTrusted) window.countTap(); }, { capture: true });
  `);
  return () => taps;
}

test('a visitor is parked in a reserved space after at most nine taps', async ({ page, server }) => {
  const email = newEmail('first');
  const readTaps = await countTaps(page);

  await page.goto('/');
  await page.getByRole('button', { name: 'SIGN UP FOR FREE' }).tap();
  await page.getByLabel('Email').tap();
  await page.keyboard.type(email);
  await page.getByLabel('Password', { exact: true }).tap();
  // The last key of the screen's keyboard sends the form.
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Check your email for the confirmation link!')).toBeVisible();
  const link = await findMailedLink(server, email);
  const tapsInMail = 1;
  await page.goto(link);

  await page.getByRole('radio', { name: 'Universitaria' }).tap();
  await page.getByRole('button', { name: 'Reserve Parking' }).tap();
  await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).tap();
  await expect(page.getByRole('region', { name: 'Your reservation' })).toContainText('Universitaria');
  await page.clock.install();
  await page.getByRole('button', { name: 'START DRIVING' }).tap();
  await expect(page.getByRole('button', { name: 'BACK TO MAP', exact: true })).toBeVisible();
  await page.clock.fastForward(ARRIVAL_MS);
  await page.getByRole('dialog').getByRole('button', { name: 'Park Now' }).tap();

  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByText(/, Universitaria$/)).toBeVisible();
  expect(readTaps()).toBeGreaterThan(0);
  expect(readTaps() + tapsInMail).toBeLessThanOrEqual(MOST_TAPS);
});
