import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const THEMES = ['dark', 'light'] as const;
const SIZES = { 'wide screen': { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const;

/** What axe finds on the page as it stands, in both themes and on both sizes of a screen; the look it came with is back then. */
export async function expectNoViolations(page: Page): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await expect(page.locator('html')).toHaveClass(new RegExp(theme));
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
      expect(found, `in the ${theme} theme on a ${size}`).toEqual([]);
    }
  }
}
