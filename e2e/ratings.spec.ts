import type { Page } from '@playwright/test';
import { addPastReservations } from './bookings.ts';
import { openTab } from './office.ts';
import { createPerson, expect, forgetSession, signIn, test, WITHOUT_SAMPLES } from './people.ts';

test.use({ serverEnv: WITHOUT_SAMPLES });

const ZONE = 'Kennedy–Lincoln';

async function chooseStars(page: Page, stars: number): Promise<void> {
  for (const criterion of ['Overall Experience', 'Cleanness', 'Accessibility']) {
    await page.getByRole('radio', { name: `${criterion}: ${stars} of 5 stars` }).check();
  }
}

async function openDetails(page: Page): Promise<void> {
  await page.goto('/zones');
  await page.getByLabel('Name or address').fill(ZONE);
  await page.getByRole('link', { name: new RegExp(ZONE) }).click();
  await expect(page.getByRole('heading', { name: ZONE })).toBeVisible();
}

test('a driver rates a reservation, others read it, and the operator hides the comment', async ({ page, server }) => {
  const driver = await createPerson(server, 'rater');
  await addPastReservations(server, driver, [{ zone: ZONE, space: 0, startsInHours: -3 }]);

  await test.step('the driver ends the reservation and rates it', async () => {
    await signIn(page, driver.email);
    await page.goto('/activity');
    await page.getByRole('button', { name: 'End Parking' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page).toHaveURL(/\/parking-rating$/);
    await chooseStars(page, 4);
    await page.getByLabel('Comment (optional)').fill('Clean, and the gate opens fast.');
    await page.getByRole('button', { name: 'Submit Rating' }).click();
    await expect(page).toHaveURL(/\/map$/);
    await expect(page.getByText('Thank you for your rating')).toBeVisible();
  });

  await test.step('a visitor reads the average, the number and the comment', async () => {
    await forgetSession(page);
    await openDetails(page);
    await expect(page.getByText('(1 rating)')).toBeVisible();
    await expect(page.getByText('Clean, and the gate opens fast.')).toBeVisible();
    await expect(page.getByText(driver.email)).toBeHidden();
  });

  await test.step('the operator hides the comment with a reason', async () => {
    await openTab(page, 'zones');
    await page.getByRole('button', { name: `Ratings of ${ZONE}` }).click();
    await page.getByRole('button', { name: 'Hide comment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hide this comment?' });
    await dialog.getByLabel('Reason').fill('Not about the zone');
    await dialog.getByRole('button', { name: 'Hide comment' }).click();
    await expect(page.getByText('Hidden because: Not about the zone')).toBeVisible();
  });

  await test.step('the stars still count', async () => {
    await openDetails(page);
    await expect(page.getByText('(1 rating)')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Ratings' })).toBeVisible();
    await expect(page.getByText('Clean, and the gate opens fast.')).toBeHidden();
  });
});
