import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useElementHeight, useMediaQuery } from './platform/use-layout.ts';

/** The buttons at the end of a small dialog. They stay in view while the rest scrolls, if they leave half the screen to it. */
export function DialogActions({ children }: { children: ReactNode }) {
  const [height, ref] = useElementHeight();
  const isPinned = useMediaQuery(`(min-height: ${2 * height}px)`);
  return (
    <div
      ref={ref}
      className={clsx(
        '-mx-6 flex flex-col gap-2 px-6 pt-4',
        isPinned &&
          'sticky bottom-0 z-10 bg-linear-to-t from-raised from-90% to-transparent after:absolute after:inset-x-0 after:top-full after:h-6 after:bg-raised',
      )}
    >
      {children}
    </div>
  );
}
