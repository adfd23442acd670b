import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { needsOperator, toErrorMessage } from '../../../domain/problems.ts';
import { SupportLinks } from '../layout/support-links.tsx';

type ErrorNoteProps = { error: unknown; children?: never } | { error?: never; children: ReactNode };

/**
 * The line of a form or dialog that says what went wrong; screen readers announce it at once. Support's numbers follow an error that only
 * the operator can help with.
 */
export function ErrorNote({ error, children }: ErrorNoteProps) {
  return (
    <>
      <p role="alert" className="bg-danger-wash text-danger flex gap-2 rounded-control p-3 text-sm font-semibold">
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
        <span className="min-w-0 wrap-anywhere">{children ?? toErrorMessage(error)}</span>
      </p>
      {children === undefined && needsOperator(error) ? <SupportLinks /> : null}
    </>
  );
}
