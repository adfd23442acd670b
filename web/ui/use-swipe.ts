import { type PointerEvent, useRef } from 'react';

const SWIPE_PX = 24;

/**
 * Handlers for a button that can be tapped or swiped up or down.
 * @param onSwipe called when the finger or mouse is released
 * @param onTap called for a click without a swipe, and from the keyboard
 */
export function useSwipe(onSwipe: (direction: 'up' | 'down') => void, onTap: () => void) {
  const start = useRef<number | null>(null);
  const wasSwipe = useRef(false);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      start.current = event.clientY;
      wasSwipe.current = false;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const moved = start.current === null ? 0 : event.clientY - start.current;
      start.current = null;
      wasSwipe.current = Math.abs(moved) >= SWIPE_PX;
      if (wasSwipe.current) onSwipe(moved < 0 ? 'up' : 'down');
    },
    onPointerCancel: () => {
      start.current = null;
    },
    onClick: () => {
      if (!wasSwipe.current) onTap();
      wasSwipe.current = false;
    },
  };
}
