import { clsx } from 'clsx';
import type { ReactNode } from 'react';

type CountdownRingProps = {
  /** From 0 to 1. */
  fraction: number;
  /** Sets the size and, as the text colour, the colour of the ring. */
  className?: string;
  children: ReactNode;
};

export function CountdownRing({ fraction, className, children }: CountdownRingProps) {
  const filled = Math.min(1, Math.max(0, fraction));
  return (
    <div className={clsx('relative flex items-center justify-center rounded-full', className)}>
      <svg viewBox="0 0 120 120" aria-hidden="true" className="absolute inset-0 size-full -rotate-90">
        <circle cx="60" cy="60" r="54" fill="none" strokeWidth="8" className="stroke-line" />
        {filled > 0 ? (
          <circle
            cx="60"
            cy="60"
            r="54"
            fill="none"
            stroke="currentColor"
            strokeWidth="8"
            strokeLinecap="round"
            pathLength="1"
            strokeDasharray="1 1"
            // The gap starts at the top, so that the ring empties clockwise.
            strokeDashoffset={filled - 1}
          />
        ) : null}
      </svg>
      <div className="relative flex flex-col items-center gap-1 text-center">{children}</div>
    </div>
  );
}
