import { type KeyboardEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { getNow } from '../../../ui/platform/clock.ts';
import type { Cell, TimelineRowData } from '../lay-out-space.ts';

type CellPosition = { row: number; cell: number };

/** Where the focus is: on a reservation wherever it is moved, else on a space and a moment, which outlive their cell. */
type Place = { row: number; time: Date; reservationId: string | null };

const PAGE_ROWS = 10;

const MOVES = new Map<string, { rows?: number; cells?: number }>([
  ['ArrowLeft', { cells: -1 }],
  ['ArrowRight', { cells: 1 }],
  ['Home', { cells: -Infinity }],
  ['End', { cells: Infinity }],
  ['ArrowUp', { rows: -1 }],
  ['ArrowDown', { rows: 1 }],
  ['PageUp', { rows: -PAGE_ROWS }],
  ['PageDown', { rows: PAGE_ROWS }],
  ['Control+Home', { rows: -Infinity }],
  ['Control+End', { rows: Infinity }],
]);

/** One cell of the grid at a time can be reached by Tab; the arrow keys lead to the others. */
export function useRovingCell(grid: RefObject<HTMLElement | null>, rows: readonly TimelineRowData[]) {
  const [place, setPlace] = useState<Place>(() => ({ row: 0, time: getNow(), reservationId: null }));
  const hasFocus = useRef(false);
  const active = findReservation(rows, place.reservationId) ?? findMoment(rows, place);

  useLayoutEffect(() => {
    const element = grid.current?.querySelector<HTMLElement>('[tabindex="0"]');
    // A key has made another cell the active one, or the cell with the focus has made way for another one.
    if (!hasFocus.current || document.activeElement === element) return;
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES.get(`${event.ctrlKey ? 'Control+' : ''}${event.key}`);
    if (move === undefined || event.altKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const row = limit(active.row + (move.rows ?? 0), rows);
    const cells = rows[active.row]?.cells ?? [];
    const time = move.cells === undefined ? keepWithin(cells[active.cell], place.time) : null;
    const next = cells[limit(active.cell + (move.cells ?? 0), cells)];
    setPlace({ row, time: time ?? next?.startsAt ?? place.time, reservationId: null });
  };
  const onFocusCell = useCallback((row: number, cell: Cell) => {
    hasFocus.current = true;
    const reservationId = cell.kind === 'reservation' ? cell.reservation.id : null;
    setPlace(({ time }) => ({ row, time: keepWithin(cell, time), reservationId }));
  }, []);
  const onBlur = () => {
    hasFocus.current = false;
  };
  return { active, onFocusCell, onKeyDown, onBlur };
}

const limit = (index: number, all: readonly unknown[]) => Math.max(0, Math.min(index, all.length - 1));

/** The moment if it is in the cell, else its start. */
const keepWithin = (cell: Cell | undefined, time: Date) =>
  cell === undefined || (time >= cell.startsAt && time < cell.endsAt) ? time : cell.startsAt;

function findReservation(rows: readonly TimelineRowData[], reservationId: string | null): CellPosition | null {
  if (reservationId === null) return null;
  const isIt = (cell: Cell) => cell.kind === 'reservation' && cell.reservation.id === reservationId;
  const row = rows.findIndex(({ cells }) => cells.some(isIt));
  return row === -1 ? null : { row, cell: rows[row]?.cells.findIndex(isIt) ?? 0 };
}

/** The cell of a row at a moment: the last one that has begun then. */
function findMoment(rows: readonly TimelineRowData[], place: Place): CellPosition {
  const row = limit(place.row, rows);
  return { row, cell: Math.max(0, rows[row]?.cells.findLastIndex(({ startsAt }) => startsAt <= place.time) ?? 0) };
}
