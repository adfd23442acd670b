import type { Page } from '@playwright/test';
import { expect, test } from './people.ts';
import { runAsOwner } from './run-as-owner.ts';

test('a driver comes back to where they were in a long list of zones', async ({ page, server }) => {
  await runAsOwner(
    server,
    (sql) => sql`
      insert into public.parking_zones (name, location, latitude, longitude, price_per_hour)
      select 'Parqueo ' || lpad(n::text, 3, '0'), 'Calle ' || n, 18.4, -69.9, 2 from generate_series(1, 210) n`,
  );
  await page.goto('/zones');
  const zones = page.getByRole('main').getByRole('listitem');
  const showMore = page.getByRole('button', { name: 'Show more zones' });
  for (const shown of [50, 100]) {
    await expect(zones).toHaveCount(shown);
    await showMore.click();
  }

  const lastRow = zones.nth(149);
  await showMore.scrollIntoViewIfNeeded();
  await expect(lastRow).toBeInViewport();
  await showMore.click();
  await expect(zones).toHaveCount(200);
  // The new rows come after it, out of view.
  await expect(lastRow).toBeInViewport();

  await page.evaluate('scrollTo(0, document.body.scrollHeight * 0.6)');
  const [name, next] = await readNames(page);
  const zone = page.getByRole('link', { name });
  const before = await zone.boundingBox();
  await zone.click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.goBack();
  await expect(zone).toBeInViewport();
  expect((await zone.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, -1);

  await zone.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: next })).toBeFocused();
});

/** The names of the zone in the middle of the screen and of the next one, once the list has drawn them. */
async function readNames(page: Page): Promise<[string, string]> {
  const read = () =>
    page.evaluate(`(() => {
      const isInMiddle = (row, { top } = row.getBoundingClientRect()) => top > 300 && top < 500;
      const row = [...document.querySelectorAll('main li')].find((one) => isInMiddle(one));
      return [row, row?.nextElementSibling].map((one) => one?.innerText.split('\\n')[0] ?? '');
    })()`) as Promise<[string, string]>;
  await expect.poll(read).toEqual([expect.stringMatching(/^Parqueo/), expect.stringMatching(/^Parqueo/)]);
  return read();
}
