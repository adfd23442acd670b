import type { ReactNode } from 'react';
import { useElementHeight } from '../platform/use-element-height.ts';
import { useToastClearance } from './use-toast-clearance.ts';

/** Bottom navigation and a gap, in px. */
const BELOW_PX = 64 + 12;

/** The button that saves a form, above the bottom navigation for as long as the form is in view; low screens scroll it. */
export function SaveBar({ children }: { children: ReactNode }) {
  const [height, ref] = useElementHeight();
  useToastClearance(height + BELOW_PX);
  return (
    <div
      ref={ref}
      className="z-10 -mx-4 flex flex-col bg-canvas px-4 py-3 [@media(min-height:40rem)]:sticky [@media(min-height:40rem)]:bottom-[calc(4rem+env(safe-area-inset-bottom))]"
    >
      {children}
    </div>
  );
}
