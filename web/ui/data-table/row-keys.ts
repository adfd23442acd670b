import type { KeyboardEvent } from 'react';

const STEPS = new Map<string, (index: number, last: number) => number>(
  Object.entries({
    ArrowDown: (index, last) => Math.min(index + 1, last),
    ArrowUp: (index) => Math.max(index - 1, 0),
    Home: () => 0,
    End: (_index, last) => last,
  }),
);

/** What can be operated in a row. */
const OPERABLE = 'button:not(:disabled), a[href]';

/**
 * Moves from a control of a row to the same one, counted from the end, of the row below or above, or of the first or last
 * row; where a row has fewer of them, to its first. From a heading, the arrows lead into the rows.
 */
export function moveFocusAlongRows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS.get(event.key);
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!(event.target instanceof HTMLElement)) return;
  const own = event.target.closest('tr');
  if (own === null) return;
  const controls = [...own.querySelectorAll<HTMLElement>(OPERABLE)];
  const place = controls.indexOf(event.target);
  const rows = [...event.currentTarget.querySelectorAll('tbody tr')].filter((row) => row.querySelector(OPERABLE));
  if (place < 0 || rows.length === 0) return;
  const index = rows.indexOf(own);
  const next = rows[index < 0 && event.key !== 'End' ? 0 : step(index, rows.length - 1)];
  const reachable = [...(next?.querySelectorAll<HTMLElement>(OPERABLE) ?? [])];
  // Actions stand at the end of a row, and some rows have more of them.
  const target = index < 0 ? reachable[0] : (reachable.at(place - controls.length) ?? reachable[0]);
  event.preventDefault();
  target?.focus();
}
