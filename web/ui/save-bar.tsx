import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useElementHeight } from '../platform/use-element-height.ts';
import { useToastClearance } from './use-toast-clearance.ts';

/** Bottom navigation and a gap, in px. */
const BELOW_PX = 64 + 12;

type SaveBarProps = {
  /** There is something to save: stay above the bottom navigation for as long as the form is in view. */
  pinned: boolean;
  children: ReactNode;
};

/** The button that saves a form, at its end and never out of reach; on low screens it scrolls with the rest. */
export function SaveBar({ pinned, children }: SaveBarProps) {
  const [height, ref] = useElementHeight();
  useToastClearance(height + BELOW_PX);
  return (
    <div
      ref={ref}
      className={clsx(
        'z-10 -mx-4 flex flex-col px-4 py-3',
        pinned &&
          'border-t border-line bg-canvas [@media(min-height:40rem)]:sticky [@media(min-height:40rem)]:bottom-[calc(4rem+env(safe-area-inset-bottom))]',
      )}
    >
      {children}
    </div>
  );
}
