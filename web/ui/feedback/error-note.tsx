import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { SupportLinks } from '../layout/support-links.tsx';

/** The line of a form or dialog that says what went wrong; screen readers announce it at once. Support's numbers follow. */
export function ErrorNote({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <>
      <p
        role="alert"
        className={clsx('bg-danger-wash text-danger flex gap-2 rounded-control p-3 text-sm font-semibold', className)}
      >
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{children}</span>
      </p>
      <SupportLinks />
    </>
  );
}
