import type { Page } from '@playwright/test';
import { expect } from './people.ts';

/** What counts as a page that holds still; the sum of the Layout Instability API's scores. */
const MAX_SHIFT = 0.02;

/** Adds up from now on, on every page, how much things move without anybody having touched them. */
export async function watchShifts(page: Page): Promise<void> {
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
export async function expectNoShift(page: Page, name: string): Promise<void> {
  const shifts = (await page.evaluate('window.shifts')) as { value: number; moved: string[] }[];
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, `what moved on ${name}: ${JSON.stringify(shifts, null, 2)}`).toBeLessThan(MAX_SHIFT);
}
