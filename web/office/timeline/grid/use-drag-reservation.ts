import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { MovableReservation, Slot } from '../../reservations/data.ts';
import { moveStart, type TimelineScale } from './timeline-scale.ts';

/** Where a reservation would be, before the database has decided. */
export type ProposedMove = { reservation: MovableReservation; place: Slot };

/** Less is a click. */
const DRAG_FROM_PX = 5;

type DragOptions = {
  scroller: RefObject<HTMLElement | null>;
  /** In the order of the rows. */
  spaceIds: readonly string[];
  scale: TimelineScale;
  onDrop: (move: ProposedMove) => void;
};

/**
 * Lets a mouse or a pen take a reservation to another space and start; Escape puts it back. A finger scrolls instead, and moves a
 * stay by the form.
 */
export function useDragReservation({ scroller, spaceIds, scale, onDrop }: DragOptions) {
  const [dragged, setDragged] = useState<ProposedMove | null>(null);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  const startDrag = useCallback(
    (event: ReactPointerEvent<HTMLElement>, rowIndex: number, reservation: MovableReservation) => {
      const element = scroller.current;
      if (element === null || event.button !== 0 || event.pointerType === 'touch') return;
      const origin = { x: event.clientX + element.scrollLeft, y: event.clientY + element.scrollTop };
      const yInRow = event.clientY - event.currentTarget.getBoundingClientRect().top;
      const start = new Date(reservation.startTime);
      let pointer = { x: event.clientX, y: event.clientY };
      let move: ProposedMove | null = null;
      let frame = 0;

      const follow = () => {
        const x = pointer.x + element.scrollLeft - origin.x;
        const y = pointer.y + element.scrollTop - origin.y;
        if (move === null && Math.hypot(x, y) < DRAG_FROM_PX) return;
        const row = rowIndex + Math.floor((yInRow + y) / scale.rowHeight);
        const spaceId = spaceIds[Math.max(0, Math.min(row, spaceIds.length - 1))] ?? reservation.parkingSpaceId;
        move = { reservation, place: { spaceId, start: moveStart(start, x, scale) } };
        setDragged((shown) => (shown && isSameSlot(shown.place, move?.place) ? shown : move));
      };
      const scroll = () => {
        if (move !== null && scrollNearEdges(element, pointer)) follow();
        frame = requestAnimationFrame(scroll);
      };
      const events = new AbortController();
      const listen = { signal: events.signal, capture: true };
      const finish = () => {
        events.abort();
        cancelAnimationFrame(frame);
        setDragged(null);
      };
      stop.current = finish;
      frame = requestAnimationFrame(scroll);
      window.addEventListener(
        'pointermove',
        ({ clientX, clientY }) => {
          pointer = { x: clientX, y: clientY };
          follow();
        },
        listen,
      );
      window.addEventListener(
        'pointerup',
        () => {
          finish();
          if (move === null) return;
          ignoreNextClick();
          if (!isSameSlot(move.place, { spaceId: reservation.parkingSpaceId, start })) onDrop(move);
        },
        listen,
      );
      window.addEventListener('pointercancel', finish, listen);
      window.addEventListener(
        'keydown',
        (key) => {
          if (key.key !== 'Escape' || move === null) return;
          key.preventDefault();
          key.stopPropagation();
          finish();
          window.addEventListener('pointerup', ignoreNextClick, { once: true, capture: true });
        },
        listen,
      );
    },
    [scroller, spaceIds, scale, onDrop],
  );
  return { dragged, startDrag };
}

function isSameSlot(place: Slot, other: Slot | undefined): boolean {
  return place.spaceId === other?.spaceId && place.start.getTime() === other.start.getTime();
}

/** The browser's click after a drag that ends where it began would open the reservation. */
function ignoreNextClick(): void {
  const events = new AbortController();
  window.addEventListener('click', (click) => click.stopPropagation(), { capture: true, signal: events.signal });
  setTimeout(() => events.abort());
}

const EDGE_PX = 48;
const SPEED_PX = 12;

/** Scrolls a step towards the edge that the pointer is near, and returns whether it is near one. */
function scrollNearEdges(element: HTMLElement, pointer: { x: number; y: number }): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const x = getStep(pointer.x, left, right);
  const y = getStep(pointer.y, top, bottom);
  if (x !== 0 || y !== 0) element.scrollBy(x, y);
  return x !== 0 || y !== 0;
}

function getStep(at: number, start: number, end: number): number {
  if (at < start + EDGE_PX) return -SPEED_PX;
  return at > end - EDGE_PX ? SPEED_PX : 0;
}
