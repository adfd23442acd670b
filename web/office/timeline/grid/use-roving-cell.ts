import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { Cell } from '../lay-out-space.ts';

/** Where the focus is: a space and a moment of its day, which outlive that cells come and go. */
type RowAtTime = { row: number; time: number };

type CellPosition = { row: number; cell: number };

/** What makes an element of a cell take the focus. */
export type CellFocus = { id: string; tabIndex: number; 'data-row': number; 'data-cell': number };

const PAGE_ROWS = 10;

type Rows = readonly { cells: readonly Cell[] }[];

export const createCellId = (gridId: string, { row, cell }: CellPosition) => `${gridId}-${row}-${cell}`;

/** One cell of the grid at a time can be reached by Tab; the arrow keys lead to the others. */
export function useRovingCell(grid: RefObject<HTMLElement | null>, { gridId, rows }: { gridId: string; rows: Rows }) {
  const [place, setPlace] = useState<RowAtTime>({ row: 0, time: Date.now() });
  // The reservation that has the focus keeps it where it is moved to.
  const [reservationId, setReservationId] = useState<string | null>(null);
  const isToFocus = useRef(false);
  const hasFocus = useRef(false);
  const active = findReservation(rows, reservationId) ?? findMoment(rows, place);
  const activeId = createCellId(gridId, active);

  useLayoutEffect(() => {
    // The cell that had the focus may have made way for another one.
    const hasLostFocus = hasFocus.current && document.activeElement === document.body;
    if (!isToFocus.current && !hasLostFocus) return;
    isToFocus.current = false;
    const element = document.getElementById(activeId);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey || event.shiftKey) return;
    const next = findNext(event, { rows, active, time: findTime(rows, active, place) });
    if (next === null) return;
    event.preventDefault();
    isToFocus.current = true;
    setReservationId(null);
    setPlace(next);
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const position = findPosition(target, grid.current);
    hasFocus.current = position !== null;
    if (position === null) return;
    const cell = rows[position.row]?.cells[position.cell];
    setReservationId(cell?.kind === 'reservation' ? cell.reservation.id : null);
    if (position.row === active.row && position.cell === active.cell) return;
    setPlace({ row: position.row, time: startOf(rows, position) });
  };
  const onBlur = () => {
    hasFocus.current = false;
  };
  return { active, onKeyDown, onFocus, onBlur };
}

type Current = { rows: Rows; active: CellPosition; time: number };

function findNext({ key, ctrlKey }: KeyboardEvent, { rows, active, time }: Current): RowAtTime | null {
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

function findReservation(rows: Rows, reservationId: string | null): CellPosition | null {
  if (reservationId === null) return null;
  for (const [row, { cells }] of rows.entries()) {
    const cell = cells.findIndex((one) => one.kind === 'reservation' && one.reservation.id === reservationId);
    if (cell >= 0) return { row, cell };
  }
  return null;
}

/** The cell of a row at a moment; the last one that has begun then. */
function findMoment(rows: Rows, place: RowAtTime): CellPosition {
  const row = Math.min(place.row, rows.length - 1);
  const cells = rows[row]?.cells ?? [];
  return {
    row,
    cell: Math.max(
      0,
      cells.findLastIndex(({ from }) => from.getTime() <= place.time),
    ),
  };
}

/** The moment to keep on the way to another space: a cell that was moved has one of its own. */
function findTime(rows: Rows, active: CellPosition, place: RowAtTime): number {
  const { row, cell } = findMoment(rows, place);
  return row === active.row && cell === active.cell ? place.time : startOf(rows, active);
}

const startOf = (rows: Rows, { row, cell }: CellPosition) => rows[row]?.cells[cell]?.from.getTime() ?? 0;

function findPosition(target: Element, grid: Element | null): CellPosition | null {
  const { row, cell } = target instanceof HTMLElement && grid?.contains(target) ? target.dataset : {};
  return row === undefined || cell === undefined ? null : { row: Number(row), cell: Number(cell) };
}
