import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { needsOperator, toErrorMessage } from '../../../domain/problems.ts';
import { SupportLinks } from '../layout/support-links.tsx';

type ErrorNoteProps = { error: unknown; children?: never } | { error?: never; children: ReactNode };

/** Says in a form or dialog what went wrong, at once to screen readers; and how to reach an operator who alone can help. */
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
