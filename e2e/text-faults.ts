import type { Page } from '@playwright/test';

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
export function findTextFaults(page: Page): Promise<string[]> {
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
