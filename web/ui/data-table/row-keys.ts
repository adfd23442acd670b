import type { KeyboardEvent } from 'react';

const STEPS = new Map<string, (index: number, last: number) => number>([
  ['ArrowDown', (index, last) => Math.min(index + 1, last)],
  ['ArrowUp', (index) => Math.max(index - 1, 0)],
  ['Home', () => 0],
  ['End', (_index, last) => last],
]);

const CONTROLS = 'button:not(:disabled), a[href], input[type=checkbox]:not(:disabled)';

/**
 * Handles the arrow keys, Home and End: moves the focus from a control of a row to the same one, counted from the end, of
 * another row, or to the first one where that row has fewer. From a heading, the arrows lead into the rows.
 */
export function moveFocusAlongRows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS.get(event.key);
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!(event.target instanceof HTMLElement)) return;
  const own = event.target.closest('tr');
  if (own === null) return;
  const controls = [...own.querySelectorAll<HTMLElement>(CONTROLS)];
  const place = controls.indexOf(event.target);
  const rows = [...event.currentTarget.querySelectorAll('tbody tr')].filter((row) => row.querySelector(CONTROLS));
  if (place < 0 || rows.length === 0) return;
  const index = rows.indexOf(own);
  const next = rows[index < 0 && event.key !== 'End' ? 0 : step(index, rows.length - 1)];
  const reachable = [...(next?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
  // Rows have different numbers of controls, with the actions at the end.
  const target = index < 0 ? reachable[0] : (reachable.at(place - controls.length) ?? reachable[0]);
  event.preventDefault();
  target?.focus();
}
