import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useElementHeight, useMediaQuery } from '../platform/use-layout.ts';

const TOAST_GAP_PX = 12;

/** Lower screens need all of their height for the rest. */
const LOWEST_SCREEN_PX = 640;

/** The buttons at the bottom of a screen. On low screens, or as a third of the screen, they scroll with the rest. */
export function ActionBar({ className, children }: { className?: string; children: ReactNode }) {
  const [height, ref] = useElementHeight();
  const isPinned = useMediaQuery(`(min-height: ${Math.max(LOWEST_SCREEN_PX, 3 * height)}px)`);
  useToastClearance((isPinned ? height : 0) + TOAST_GAP_PX);
  return (
    <div
      ref={ref}
      className={clsx(
        '-mx-4 mt-auto flex flex-col gap-2 border-t border-line bg-surface px-4 pt-4 pb-[max(16px,env(safe-area-inset-bottom))] shadow-float sm:rounded-t-card sm:border-x',
        isPinned && 'sticky bottom-0 z-10',
        className,
      )}
    >
      {children}
    </div>
  );
}

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
