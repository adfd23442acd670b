import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { FORGET_NEWER_APIS } from './newer-apis.ts';
import { expect, test } from './people.ts';
import type { Walk } from './walk.ts';

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

async function look(page: Page): Promise<void> {
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
  await expectNoViolations(page);
}

/**
 * Takes each walk on a page that a browser of 2023 translates, which adds nothing that axe speaks of, and looks at every
 * stop in both themes, on a phone and on a wide screen.
 */
export function testWalks(walks: Record<string, Walk>): void {
  for (const [where, takeWalk] of Object.entries(walks)) {
    test(`axe finds nothing, and an old browser that translates does no harm, ${where}`, async ({ page, server }) => {
      await page.addInitScript(FORGET_NEWER_APIS);
      await page.addInitScript(TRANSLATE);
      await takeWalk({ page, server, look });
      expect(await page.locator('font').count()).toBeGreaterThan(5);
      expect(await page.evaluate('"groupBy" in Map')).toBe(false);
    });
  }
}
