import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useElementHeight } from './platform/use-element-size.ts';
import { useToastClearance } from './use-toast-clearance.ts';

/** The bottom navigation and a gap, in px. */
const BELOW_PX = 64 + 12;

type SaveBarProps = {
  /** Keeps it above the bottom navigation, when there is something to save. */
  pinned: boolean;
  children: ReactNode;
};

/** The save button at the end of a form. On low screens it scrolls with the rest. */
export function SaveBar({ pinned, children }: SaveBarProps) {
  const [height, ref] = useElementHeight();
  useToastClearance(height + BELOW_PX);
  return (
    <div
      ref={ref}
      className={clsx(
        'z-10 -mx-4 flex flex-col px-4 py-3',
        pinned &&
          'border-t border-line bg-canvas [@media(min-height:40rem)]:sticky [@media(min-height:40rem)]:bottom-[calc(64px+env(safe-area-inset-bottom))]',
      )}
    >
      {children}
    </div>
  );
}
