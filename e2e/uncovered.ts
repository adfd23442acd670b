import type { Locator } from '@playwright/test';

/** What is read of an element in the browser. */
type DrawnElement = {
  getBoundingClientRect: () => { left: number; right: number; top: number; bottom: number };
  contains: (other: unknown) => boolean;
  ownerDocument: { elementFromPoint: (x: number, y: number) => unknown };
};

/** Whether nothing lies over an element, at its middle and near its edges. */
export function isUncovered(locator: Locator): Promise<boolean> {
  return locator.evaluate((node) => {
    const element = node as unknown as DrawnElement;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const x = (left + right) / 2;
    const y = (top + bottom) / 2;
    const points = [
      [x, y],
      [x, top + 4],
      [x, bottom - 4],
      [left + 8, y],
      [right - 8, y],
    ] as const;
    return points.every(([atX, atY]) => element.contains(element.ownerDocument.elementFromPoint(atX, atY)));
  });
}
