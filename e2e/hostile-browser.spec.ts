import type { Page } from '@playwright/test';
import { book } from './bookings.ts';
import { DRIVER_WALKS } from './driver-walks.ts';
import { FORGET_NEWER_APIS } from './newer-apis.ts';
import { OFFICE_WALKS } from './office-walks.ts';
import { createPerson, expect, logIn, PROOF_WANTED, test } from './people.ts';

// Browsers and devices that do not do what the product expects of them.

/** Translates every text as browsers do, into itself: by turns it wraps the text, and puts an element in its place. */
const TRANSLATE = `(() => {
  const wrap = (content) => {
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.append(content);
    outer.append(inner);
    return outer;
  };
  let count = 0;
  const translate = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      const parent = text.parentElement;
      if (parent.closest('font, script, style, textarea, option, svg') || text.data.trim() === '') continue;
      count += 1;
      if (count % 2 === 0) text.replaceWith(wrap(text.data));
      else {
        const place = document.createComment('');
        text.replaceWith(place);
        place.replaceWith(wrap(text));
      }
    }
  };
  addEventListener('DOMContentLoaded', () => {
    if (!document.body) return;
    new MutationObserver(translate).observe(document.body, { childList: true, subtree: true, characterData: true });
    translate();
  });
})()`;

const expectNoFailure = (page: Page) => expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);

test.describe('a page that a browser of 2023 translates is used as any other', () => {
  test.use({ expectedErrors: [PROOF_WANTED] });
  for (const [where, walk] of Object.entries({ ...DRIVER_WALKS, ...OFFICE_WALKS })) {
    test(where, async ({ page, server }) => {
      await page.addInitScript(FORGET_NEWER_APIS);
      await page.addInitScript(TRANSLATE);
      await walk({ page, server, look: expectNoFailure });
      expect(await page.locator('font').count()).toBeGreaterThan(5);
      expect(await page.evaluate('"groupBy" in Map')).toBe(false);
    });
  }
});

/** Makes the clock of a page go wrong. */
const moveClock = (minutes: number) => `globalThis.Date = class extends Date {
  constructor(...parts) {
    super(...(parts.length === 0 ? [globalThis.Date.now()] : parts));
  }
  static now = ((now) => () => now() + ${minutes} * 60_000)(Date.now);
}`;

test.describe('on a device whose clock is wrong the product goes by the time of the server', () => {
  for (const [how, space, minutes, sentence] of [
    ['fast', 2, 125, "Your device's clock is 2 hr 5 min fast. Parqueo uses the right time."],
    ['slow', 3, -40, "Your device's clock is 40 min slow. Parqueo uses the right time."],
  ] as const) {
    test(how, async ({ page, server }) => {
      const driver = await createPerson(server, 'clock');
      await book(driver, [{ zone: 'Malecón', space, startsInHours: -1, hours: 3 }]);
      let tokens = 0;
      page.on('request', (request) => {
        if (request.url().includes('/auth/v1/token')) tokens += 1;
      });
      await page.addInitScript(moveClock(minutes));
      await logIn(page, driver.email);
      await expect(page.getByText(sentence)).toBeVisible();
      await page.goto('/activity');
      await page.getByRole('link', { name: /Parked now/ }).click();
      await expect(page.getByRole('timer')).toContainText(/1h 5\dm/);
      await page.goto('/account');
      await expect(page.getByText(driver.email)).toBeVisible();
      expect(tokens).toBe(1);
    });
  }
});

/** What a page meets in Chromium where a person blocks the data of the site. */
const BLOCKED = `for (const name of ['localStorage', 'sessionStorage', 'caches'])
  Object.defineProperty(window, name, { get: () => { throw new DOMException(name + ' is blocked', 'SecurityError'); } });
  navigator.serviceWorker.register = async () => { throw new DOMException('blocked', 'SecurityError'); };
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined });`;

test('a browser that blocks the data of the site shows what needs none, and says what to allow', async ({
  page,
  server,
}) => {
  const driver = await createPerson(server, 'blocked');
  await page.addInitScript(BLOCKED);
  await page.goto('/intro');
  await expect(page.getByText('Allow cookies and site data in its settings')).toBeVisible();
  await logIn(page, driver.email);
  await expect(page.getByRole('button', { name: /^Malecón, / })).toBeVisible();
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByText('No upcoming reservations')).toBeVisible();
});

test('a device without room lets people log in, and says that nothing is kept', async ({ page, server }) => {
  const driver = await createPerson(server, 'full');
  await page.goto('/icon.svg');
  await page.evaluate(`for (let size = 2 ** 22; size >= 1; ) {
    try {
      localStorage.setItem('other', (localStorage.getItem('other') ?? '') + 'x'.repeat(size));
    } catch {
      size /= 2;
    }
  }`);
  await logIn(page, driver.email);
  await expect(page.getByText('This device has no room left.')).toBeVisible();
  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page.getByText(driver.email)).toBeVisible();
});

test.describe('a connection that loses a part of the product', () => {
  test.use({ expectedErrors: [/ERR_FAILED .*\/assets\/main-/] });
  test('leaves a page that says so, and starts again', async ({ page }) => {
    await page.route('**/assets/main-*.js', (route) => route.abort());
    await page.goto('/map');
    await expect(page.getByRole('alert')).toContainText('cannot be reached');
    await page.unroute('**/assets/main-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Search by address')).toBeVisible();
  });
});
