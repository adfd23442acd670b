import type { Page } from '@playwright/test';
import { book } from './bookings.ts';
import { createPerson, expect, signIn, test } from './people.ts';
import { isUncovered } from './uncovered.ts';
import { openScreen } from './walk.ts';

// Screens that lose nothing when the text is twice as large.

const SMALL_PHONE = { width: 360, height: 640 };
const TWICE_THE_SIZE = 'html { font-size: 200% }';

const VISITOR_SCREENS = [
  ['/intro', 'LOG IN'],
  ['/login', 'Welcome Back'],
  ['/signup', 'Create Account'],
  ['/map', 'Universitaria'],
  ['/zones', 'Casco Colonial'],
  ['/park-now', 'Garaje Arroyo Hondo'],
  ['/arrival-time', 'Arrival time'],
  ['/reserve-parking/5a0e0000-0000-4000-8000-000000000002', 'A-01'],
] as const;
const OWN_SCREENS = [
  ['/activity', 'No upcoming reservations'],
  ['/reservations', 'No upcoming reservations'],
  ['/account', '(127 trips)'],
  ['/profile', 'About you'],
  ['/settings', 'Sign out without activity'],
  ['/wallet', '$100.00'],
  ['/messages', 'Parqueo Support'],
  ['/messages/support', 'Messages stay on this device'],
  ['/owner', 'Owner mode is not open yet'],
] as const;

// Styles from outside are refused by the page's policy, which is not what is tested here.
test.use({ bypassCSP: true, viewport: SMALL_PHONE });

/** Opens each screen and looks for what is cut off, broken or covered. */
async function expectWhole(page: Page, screens: readonly (readonly [path: string, sign: string])[]): Promise<void> {
  const [path, sign] = screens[0] ?? ['/', ''];
  await page.goto(path);
  await expect(page.getByText(sign).first()).toBeVisible();
  await page.addStyleTag({ content: TWICE_THE_SIZE });
  for (const [path, sign] of screens) {
    await openScreen(page, path);
    await expect(page.getByText(sign).first()).toBeVisible();
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    await expect.poll(() => page.evaluate(overflow), `how much of ${path} is off the screen`).toBeLessThanOrEqual(0);
    await expect.poll(() => findTextFaults(page), `the texts of ${path}`).toEqual([]);
  }
}

test('the screens of a visitor and of a driver take text of twice the size', async ({ page, server }) => {
  await expectWhole(page, VISITOR_SCREENS);
  await signIn(page, (await createPerson(server, 'layout')).email);
  await expectWhole(page, OWN_SCREENS);
});

test.describe('without the map', () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test('a parked driver with a small phone and large text can try the map again, and choose or reserve without it', async ({
    page,
    server,
  }) => {
    const driver = await createPerson(server, 'layout');
    await book(driver, [{ zone: 'Malecón', space: 0, startsInHours: -0.5, hours: 2 }]);
    await signIn(page, driver.email);
    await page.route('**/style.json*', (route) => route.abort());
    await page.goto('/map');
    await page.addStyleTag({ content: TWICE_THE_SIZE });
    await expect(page.getByRole('link', { name: /Parked at/ })).toBeVisible();
    for (const name of ['Try again', 'Choose zone', 'Reserve Parking']) {
      await expect.poll(() => isUncovered(page.getByRole('button', { name })), name).toBe(true);
    }
    await expect.poll(() => isUncovered(page.getByText('The map cannot be shown right now'))).toBe(true);
    await page.getByRole('button', { name: 'List of parking zones' }).click();
    await expect(page.getByRole('radio').first()).toBeVisible();
  });
});

// What is read of the page, whose types the tests do not have.
type Box = { left: number; right: number; top: number; bottom: number; width: number };
type TextRange = {
  setStart: (node: TextNode, offset: number) => void;
  setEnd: (node: TextNode, offset: number) => void;
  getClientRects: () => Iterable<Box>;
};
type PageElement = {
  parentElement: PageElement | null;
  closest: (selector: string) => unknown;
  checkVisibility: (options: object) => boolean;
  getBoundingClientRect: () => Box;
};
type TextNode = { data: string; parentElement: PageElement };
type TextWalker = { nextNode: () => TextNode | null };
type Body = {
  ownerDocument: { createTreeWalker: (root: unknown, what: number) => TextWalker; createRange: () => TextRange };
};
type Styles = {
  getComputedStyle: (element: PageElement) => { overflowX: string; overflowY: string; position: string };
};

/** The texts that a reader stumbles over: words broken between two letters, and texts that lie over each other. */
function findTextFaults(page: Page): Promise<string[]> {
  return page.locator('body').evaluate((node) => {
    const SHOW_TEXT = 4;
    /** Lines of one text may touch; lines that share this part of their height cannot be read. */
    const MOST_SHARED = 0.35;
    const { ownerDocument } = node as unknown as Body;
    const { getComputedStyle } = globalThis as unknown as Styles;
    const walker = ownerDocument.createTreeWalker(node, SHOW_TEXT);
    const faults: string[] = [];
    const lines: { box: Box; text: TextNode; layer: PageElement | null }[] = [];

    const findAncestor = (from: PageElement, isWanted: (element: PageElement) => boolean) => {
      let element: PageElement | null = from;
      while (element !== null && !isWanted(element)) element = element.parentElement;
      return element;
    };
    const readLines = (text: TextNode, start: number, end: number) => {
      const range = ownerDocument.createRange();
      range.setStart(text, start);
      range.setEnd(text, end);
      return [...range.getClientRects()].filter(({ width }) => width > 1);
    };

    for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
      const element = text.parentElement;
      if (text.data.trim() === '' || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('.sr-only, [aria-hidden="true"], select, script, style')) continue;
      // An address of e-mail has no place where it may break.
      const words = text.data.includes('@') ? [] : text.data.matchAll(/[\p{L}\p{N}$:]+/gu);
      for (const { 0: word, index } of words) {
        // Text that is cut with dots has two boxes on the same line.
        const tops = new Set(readLines(text, index, index + word.length).map(({ top }) => Math.round(top)));
        if (tops.size > 1) faults.push(`${word} is broken`);
      }
      // What scrolls is cut at the edge of its box; what sticks to the screen covers what scrolls below it.
      const scroller = findAncestor(element, (one) => {
        const { overflowX, overflowY } = getComputedStyle(one);
        return overflowX !== 'visible' || overflowY !== 'visible';
      });
      const clip = scroller?.getBoundingClientRect();
      const layer = findAncestor(element, (one) =>
        ['sticky', 'fixed', 'absolute'].includes(getComputedStyle(one).position),
      );
      for (const box of readLines(text, 0, text.data.length)) {
        const isClipped = clip && (box.bottom > clip.bottom || box.top < clip.top || box.left >= clip.right);
        if (!isClipped) lines.push({ box, text, layer });
      }
    }

    for (const [index, { box, text, layer }] of lines.entries()) {
      for (const other of lines.slice(index + 1)) {
        if (other.text === text || other.layer !== layer) continue;
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        const lower = Math.min(box.bottom - box.top, other.box.bottom - other.box.top);
        if (width > 1 && height > lower * MOST_SHARED) faults.push(`${text.data} lies over ${other.text.data}`);
      }
    }
    return faults;
  });
}
