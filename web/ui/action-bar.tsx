import type { ReactNode } from 'react';
import { useElementHeight } from '../platform/use-element-height.ts';
import { useToastClearance } from './use-toast-clearance.ts';

const TOAST_GAP_PX = 12;

/** The buttons at the bottom of a screen. On low screens they scroll with the rest. */
export function ActionBar({ children }: { children: ReactNode }) {
  const [height, ref] = useElementHeight();
  useToastClearance(height + TOAST_GAP_PX);
  return (
    <div
      ref={ref}
      className="-mx-4 mt-auto flex flex-col gap-2 border-t border-line bg-surface px-4 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-float sm:rounded-t-card sm:border-x [@media(min-height:40rem)]:sticky [@media(min-height:40rem)]:bottom-0"
    >
      {children}
    </div>
  );
}
