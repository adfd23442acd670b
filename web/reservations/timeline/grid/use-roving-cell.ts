import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Cell } from '../lay-out-space.ts';

/** Where the focus is: a space and a moment of its day, which outlive that cells come and go. */
type Place = { row: number; time: number };

export type CellPosition = { row: number; cell: number };

const PAGE_ROWS = 10;

type Rows = readonly { cells: readonly Cell[] }[];

export const createCellId = (gridId: string, { row, cell }: CellPosition) => `${gridId}-${row}-${cell}`;

/** One cell of the grid at a time can be reached by Tab; the arrow keys lead to the others. */
export function useRovingCell(grid: RefObject<HTMLElement | null>, { gridId, rows }: { gridId: string; rows: Rows }) {
  const [place, setPlace] = useState<Place>({ row: 0, time: Date.now() });
  const isToFocus = useRef(false);
  const row = Math.min(place.row, rows.length - 1);
  const active: CellPosition = { row, cell: findCell(rows, row, place.time) };
  const activeId = createCellId(gridId, active);

  useLayoutEffect(() => {
    if (!isToFocus.current) return;
    isToFocus.current = false;
    const element = document.getElementById(activeId);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.shiftKey) return;
    const next = findNext(event, { rows, active, time: place.time });
    if (next === null) return;
    event.preventDefault();
    isToFocus.current = true;
    setPlace(next);
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const position = findPosition(target, grid.current);
    if (position === null || (position.row === active.row && position.cell === active.cell)) return;
    setPlace({ row: position.row, time: startOf(rows, position) });
  };
  return { active, onKeyDown, onFocus };
}

type Current = { rows: Rows; active: CellPosition; time: number };

function findNext({ key, ctrlKey }: KeyboardEvent, { rows, active, time }: Current): Place | null {
  const { row, cell } = active;
  const last = (rows[row]?.cells.length ?? 1) - 1;
  const inRow = (to: number) => ({ row, time: startOf(rows, { row, cell: Math.max(0, Math.min(to, last)) }) });
  const toRow = (to: number) => ({ row: Math.max(0, Math.min(to, rows.length - 1)), time });
  switch (key) {
    case 'ArrowLeft':
      return inRow(cell - 1);
    case 'ArrowRight':
      return inRow(cell + 1);
    case 'ArrowUp':
      return toRow(row - 1);
    case 'ArrowDown':
      return toRow(row + 1);
    case 'PageUp':
      return toRow(row - PAGE_ROWS);
    case 'PageDown':
      return toRow(row + PAGE_ROWS);
    case 'Home':
      return ctrlKey ? toRow(0) : inRow(0);
    case 'End':
      return ctrlKey ? toRow(rows.length - 1) : inRow(last);
    default:
      return null;
  }
}

/** The cell of a row at a moment; the last one that has begun then. */
function findCell(rows: Rows, row: number, time: number): number {
  const cells = rows[row]?.cells ?? [];
  return Math.max(
    0,
    cells.findLastIndex(({ from }) => from.getTime() <= time),
  );
}

const startOf = (rows: Rows, { row, cell }: CellPosition) => rows[row]?.cells[cell]?.from.getTime() ?? 0;

function findPosition(target: Element, grid: Element | null): CellPosition | null {
  const { row, cell } = target instanceof HTMLElement && grid?.contains(target) ? target.dataset : {};
  return row === undefined || cell === undefined ? null : { row: Number(row), cell: Number(cell) };
}
