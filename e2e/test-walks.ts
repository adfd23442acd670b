import { expectNoViolations } from './axe.ts';
import { test as base, expect } from './people.ts';
import { servePseudoLanguage } from './pseudo-language.ts';
import { findUncataloguedTexts } from './uncatalogued-texts.ts';
import type { Walk } from './walk.ts';

/** Tests in pages that are in the pseudo-language. */
const test = base.extend({
  context: async ({ context, server }, use) => {
    await servePseudoLanguage(context, server);
    await use(context);
  },
});

/** Takes each walk, and looks at every stop in both themes, on a phone and on a wide screen. */
export function testWalks(walks: Record<string, Walk>): void {
  test.describe('axe finds nothing, and every text is in a catalogue,', () => {
    for (const [where, takeWalk] of Object.entries(walks)) {
      test(where, async ({ page, server }) => {
        const uncatalogued = new Set<string>();
        const look = async () => {
          await expectNoViolations(page);
          for (const text of await findUncataloguedTexts(page, server)) uncatalogued.add(text);
        };
        await takeWalk({ page, server, look });
        expect([...uncatalogued], 'texts that are in no catalogue').toEqual([]);
      });
    }
  });
}
