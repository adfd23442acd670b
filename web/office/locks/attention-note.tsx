import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#messages';
import { type LockDevice, needsAttention } from '../../../domain/locks/lock.ts';

type AttentionNoteProps = {
  /** Undefined until they arrive. */
  locks: readonly LockDevice[] | undefined;
  /** Shown behind the text when a lock needs attention. */
  children?: ReactNode;
};

/** Says how many locks need attention. */
export function AttentionNote({ locks, children }: AttentionNoteProps) {
  if (locks === undefined) return null;
  const count = locks.filter(needsAttention).length;
  return (
    <p
      className={clsx(
        'flex flex-wrap items-center gap-2 text-sm font-semibold',
        count === 0 ? 'text-positive' : 'text-danger',
      )}
    >
      {count === 0 ? null : <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />}
      {count === 0 ? m.locks_none_needs_attention() : m.locks_needing_attention({ count, total: locks.length })}
      {count === 0 ? null : children}
    </p>
  );
}
