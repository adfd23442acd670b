import { useEffect } from 'react';

/** Keeps toasts this far, in px, above the bottom of the screen. */
export function useToastClearance(bottomPx: number): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--toast-bottom', `${bottomPx}px`);
    return () => {
      style.removeProperty('--toast-bottom');
    };
  }, [bottomPx]);
}
