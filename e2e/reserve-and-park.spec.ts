import { findReserveButton } from './bookings.ts';
import { expect, findMailedLink, newEmail, PASSWORD, test } from './people.ts';

const ARRIVAL_MS = 10_000;

test('Ana signs up, reserves a space, drives there, parks, ends the session and rates it', async ({ page, server }) => {
  const email = newEmail('ana');

  await test.step('signs up and follows the link of the mail', async () => {
    await page.goto('/');
    await expect(page).toHaveURL(/\/intro$/);
    await expect(page.getByText('Asegura un espacio desde tu móvil')).toBeVisible();
    await page.getByRole('button', { name: 'SIGN UP FOR FREE' }).click();
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await expect(page.getByText('Check your email for the confirmation link!')).toBeVisible();
    await page.goto(await findMailedLink(server, email));
    await expect(page).toHaveURL(/\/map$/);
  });

  await test.step('logs out by closing the session and logs in with the password', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page).toHaveURL(/\/map$/);
  });

  await test.step('picks a zone on the map and a space in it', async () => {
    await page.getByRole('button', { name: /^Kennedy–Lincoln, \$5\.00\/hr/ }).click();
    await page.getByRole('button', { name: 'View Details' }).click();
    await expect(page.getByRole('heading', { name: 'Kennedy–Lincoln' })).toBeVisible();
    await findReserveButton(page).click();
    await expect(page).toHaveURL(/\/reserve\//);
  });

  await test.step('reserves it for three hours', async () => {
    await expect(page.getByText('$15.00').first()).toBeVisible();
    await page.getByRole('button', { name: 'CONFIRM RESERVATION' }).click();
    await expect(page.getByText('Reservation confirmed!')).toBeVisible();
    await expect(page).toHaveURL(/\/directions/);
  });

  await test.step('drives there and arrives', async () => {
    await page.clock.install();
    await page.getByRole('button', { name: 'START DRIVING' }).click();
    await expect(page.getByRole('button', { name: 'BACK TO DIRECTIONS' })).toBeVisible();
    await page.clock.fastForward(ARRIVAL_MS);
    await expect(page.getByText('You have arrived!')).toBeVisible();
    await page.getByRole('button', { name: 'Park Now' }).click();
    await expect(page).toHaveURL(/\/parking-status/);
  });

  await test.step('watches the countdown and ends the session', async () => {
    await expect(page.getByRole('timer')).toContainText(/[0-2]h \d+m \d+s/);
    await page.getByRole('button', { name: 'End Parking' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('Your parking session has been successfully ended.')).toBeVisible();
    await expect(page).toHaveURL(/\/parking-rating/);
  });

  await test.step('rates it and is back on the map', async () => {
    await expect(page.getByRole('button', { name: 'Submit Rating' })).toBeDisabled();
    for (const criterion of ['Overall Experience', 'Cleanness', 'Communication', 'Accessibility']) {
      await page.getByRole('radiogroup', { name: criterion }).getByRole('radio').nth(4).click();
    }
    await page.getByRole('button', { name: 'Submit Rating' }).click();
    await expect(page).toHaveURL(/\/map$/);
  });
});
