import { useEffect } from 'react';

/** Keeps toasts that far, in px, above the bottom of the screen, so that they do not cover what stands there. */
export function useToastClearance(bottomPx: number): void {
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--toast-bottom', `${bottomPx}px`);
    return () => {
      style.removeProperty('--toast-bottom');
    };
  }, [bottomPx]);
}
