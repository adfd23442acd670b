import { type PointerEvent, type RefObject, useCallback, useState } from 'react';
import type { MovableReservation, Slot } from '../../../booking/desk/desk-changes.ts';
import type { TimelineRowData } from '../lay-out-space.ts';
import { measureScale, moveStart } from './timeline-scale.ts';

/** Where a reservation would be, before the database has decided. */
export type ProposedMove = { reservation: MovableReservation; place: Slot };

/** A shorter movement is a click. */
const DRAG_FROM_PX = 5;

type DragOptions = { rows: readonly TimelineRowData[]; onDrop: (move: ProposedMove) => void };

/**
 * Lets a mouse or a pen take a reservation to another space and start; Escape puts it back. A finger scrolls instead, and moves a
 * reservation by the form.
 */
export function useDragReservation(scroller: RefObject<HTMLElement | null>, { rows, onDrop }: DragOptions) {
  const [dragged, setDragged] = useState<ProposedMove | null>(null);

  const startDrag = useCallback(
    (down: PointerEvent<HTMLElement>, rowIndex: number, reservation: MovableReservation) => {
      const element = scroller.current;
      if (element === null || down.button !== 0 || down.pointerType === 'touch') return;
      const origin = { x: down.clientX + element.scrollLeft, y: down.clientY + element.scrollTop };
      const yInRow = down.clientY - down.currentTarget.getBoundingClientRect().top;
      const own: Slot = { spaceId: reservation.parkingSpaceId, startsAt: reservation.startsAt };
      const scale = measureScale();
      let pointer: { clientX: number; clientY: number } = down;
      let place: Slot | null = null;

      const follow = () => {
        const x = pointer.clientX + element.scrollLeft - origin.x;
        const y = pointer.clientY + element.scrollTop - origin.y;
        if (place === null && Math.hypot(x, y) < DRAG_FROM_PX) return;
        // The click at the end is then none of the reservation, which it would open.
        if (place === null) element.setPointerCapture(down.pointerId);
        const row = Math.max(0, Math.min(rowIndex + Math.floor((yInRow + y) / scale.rowHeight), rows.length - 1));
        const next = {
          spaceId: rows[row]?.space.id ?? own.spaceId,
          startsAt: moveStart(own.startsAt, x / scale.hourWidth),
        };
        if (place === null || !isSameSlot(place, next)) setDragged({ reservation, place: next });
        place = next;
      };
      const drag = new AbortController();
      const finish = () => {
        drag.abort();
        setDragged(null);
      };
      const scroll = () => {
        if (!element.isConnected) finish();
        if (drag.signal.aborted) return;
        if (place !== null && scrollNearEdges(element, pointer)) follow();
        requestAnimationFrame(scroll);
      };
      const listen = { signal: drag.signal, capture: true };
      const onMove = (event: globalThis.PointerEvent) => {
        pointer = event;
        follow();
      };
      const onUp = () => {
        finish();
        if (place !== null && !isSameSlot(place, own)) onDrop({ reservation, place });
      };
      const onKeyDown = (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || place === null) return;
        event.preventDefault();
        event.stopPropagation();
        finish();
      };
      window.addEventListener('pointermove', onMove, listen);
      window.addEventListener('pointerup', onUp, listen);
      window.addEventListener('pointercancel', finish, listen);
      window.addEventListener('keydown', onKeyDown, listen);
      requestAnimationFrame(scroll);
    },
    [scroller, rows, onDrop],
  );
  return { dragged, startDrag };
}

const isSameSlot = (one: Slot, other: Slot) =>
  one.spaceId === other.spaceId && one.startsAt.getTime() === other.startsAt.getTime();

const EDGE_PX = 48;
const SPEED_PX = 12;

/** Scrolls a step towards the edge that the pointer is near, and returns whether it is near one. */
function scrollNearEdges(element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const x = getStep(clientX, left, right);
  const y = getStep(clientY, top, bottom);
  if (x !== 0 || y !== 0) element.scrollBy(x, y);
  return x !== 0 || y !== 0;
}

function getStep(at: number, start: number, end: number): number {
  if (at < start + EDGE_PX) return -SPEED_PX;
  return at > end - EDGE_PX ? SPEED_PX : 0;
}
