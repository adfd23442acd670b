import { expect, test } from '../people.ts';

// Parts of the web app that do not arrive, as when the connection goes while a screen is open.

test.use({ expectedErrors: [/Failed to load resource/] });

test('a screen stays when the part that looks for newer versions cannot be loaded', async ({ page }) => {
  await page.route('**/assets/workbox-window*.js', (route) => route.abort());
  const missed = page.waitForEvent('console', (message) => message.text().includes('when a newer version is ready'));
  await page.goto('/intro');
  await missed;
  await expect(page.getByRole('button', { name: 'LOG IN' })).toBeVisible();
});
