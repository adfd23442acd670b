import type { Page } from '@playwright/test';
import { expect, findMailedLink, forgetSession, logIn, newEmail, PASSWORD, test } from './people.ts';

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

test('a visitor signs up and is parked in a reserved space after at most nine taps, then ends and rates it', async ({
  page,
  server,
}) => {
  const email = newEmail('ana');
  const readTaps = await countTaps(page);
  const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap();

  await test.step('signs up and follows the link of the mail', async () => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/intro$/);
    await tap('SIGN UP FOR FREE');
    await page.getByLabel('Email').tap();
    await page.keyboard.type(email);
    await page.getByLabel('Password', { exact: true }).tap();
    // The last key of the screen's keyboard sends the form.
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Check your email for the confirmation link!')).toBeVisible();
    await page.goto(await findMailedLink(server, email));
    await expect(page).toHaveURL(/\/map$/);
  });
  await test.step('chooses a zone, and reserves for three hours', async () => {
    await page.getByRole('radio', { name: 'Universitaria' }).tap();
    await expect(page.getByRole('button', { name: 'Choose Universitaria' })).toBeEnabled();
    await tap('Reserve Parking');
    await expect(page.getByText('$6.00').first()).toBeVisible();
    await tap('CONFIRM RESERVATION');
    await expect(page.getByText('Reservation confirmed!')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your reservation' })).toContainText('Universitaria');
  });
  await test.step('drives there, arrives and parks', async () => {
    await page.clock.install();
    await tap('START DRIVING');
    await expect(page.getByRole('button', { name: 'BACK TO MAP', exact: true })).toBeVisible();
    await page.clock.fastForward(ARRIVAL_MS);
    await page.getByRole('dialog').getByRole('button', { name: 'Park Now' }).tap();
    await expect(page.getByRole('timer')).toContainText(/[0-2]h \d+m \d+s/);
    const tapsInMail = 1;
    expect(readTaps()).toBeGreaterThan(0);
    expect(readTaps() + tapsInMail).toBeLessThanOrEqual(MOST_TAPS);
  });
  await test.step('ends the session and rates it', async () => {
    await page.getByRole('button', { name: 'End Parking' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Your parking session has been successfully ended.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Submit Rating' })).toBeDisabled();
    for (const criterion of ['Overall Experience', 'Cleanness', 'Communication', 'Accessibility']) {
      await page.getByRole('radio', { name: `${criterion}: 5 of 5 stars` }).check();
    }
    await page.getByRole('button', { name: 'Submit Rating' }).click();
    await expect(page).toHaveURL(/\/map$/);
  });
  await test.step('logs in with the password another time', async () => {
    await forgetSession(page);
    await logIn(page, email);
  });
});
