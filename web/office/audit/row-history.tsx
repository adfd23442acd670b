import { ChevronDown, History } from 'lucide-react';
import { useState } from 'react';
import { m } from '#messages';
import type { AuditSubject } from './data.ts';
import { EntryList } from './entry-list.tsx';

/** What administrators did to a row, collapsed at first. */
export function RowHistory({ subject }: { subject: AuditSubject }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className="group border-line border-t"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="rounded-control flex min-h-12 cursor-pointer list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
        <History aria-hidden="true" className="text-muted size-4" />
        {m.audit_history()}
        <ChevronDown aria-hidden="true" className="text-muted ml-auto size-4 group-open:rotate-180" />
      </summary>
      {isOpen ? <EntryList label={m.audit_history()} subject={subject} emptyText={m.audit_history_empty()} /> : null}
    </details>
  );
}
