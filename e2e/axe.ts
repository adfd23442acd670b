import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './people.ts';

/** Both themes and both sizes: colours do not depend on the size, nor the layout on the theme. */
const LOOKS = [
  { theme: 'dark', viewport: { width: 1280, height: 800 } },
  { theme: 'light', viewport: { width: 390, height: 844 } },
] as const;

/** The source of axe is half a megabyte, which a page that has it need not read again. */
async function createBuilder(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate('"axe" in window');
  return new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) }).setLegacyMode();
}

/** Runs axe on the page in both themes, and ends in the look that the tests' browsers begin with. */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const { theme, viewport } of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveClass(new RegExp(theme));
    const axe = await createBuilder(page);
    // Lighthouse has this rule too, which axe by itself leaves out.
    const { violations } = await axe
      .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
      .analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    expect(found, `${page.url()} in the ${theme} theme, ${viewport.width} px wide`).toEqual([]);
  }
}
