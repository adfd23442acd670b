import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import type { PointerEvent } from 'react';
import { m } from '#messages';
import { formatUserName } from '../../reservations/format-reservation.ts';
import type { StayCell } from '../lay-out-space.ts';
import { STATE_LABELS } from '../stay-texts.ts';
import { STATE_CLASSES } from './state-classes.ts';
import type { CellFocus } from './use-roving-cell.ts';

type StayBlockProps = {
  cell: StayCell;
  /** All that is to say about it, for screen readers and the pointer. */
  name: string;
  isDraggable: boolean;
  /** While it is being taken elsewhere. */
  isFaded: boolean;
  onOpen: () => void;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  focus: CellFocus;
};

export function StayBlock({ cell, name, isDraggable, isFaded, onOpen, onPointerDown, focus }: StayBlockProps) {
  const { stay, state, clash } = cell;
  const { plate } = stay;
  return (
    <button
      {...focus}
      type="button"
      aria-label={name}
      title={name}
      aria-haspopup="dialog"
      onClick={onOpen}
      onPointerDown={onPointerDown}
      className={clsx(
        'flex h-full w-full flex-col justify-center overflow-hidden rounded-lg border px-1.5 text-left leading-tight -outline-offset-2 select-none',
        STATE_CLASSES[state],
        isDraggable && 'cursor-grab',
        isFaded && 'opacity-40',
        clash && 'ring-2 ring-danger ring-inset',
      )}
    >
      <span className="flex items-center gap-1 text-sm font-semibold">
        {clash ? <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-danger" /> : null}
        <span className="truncate">{formatUserName(stay)}</span>
      </span>{' '}
      <span className="truncate text-xs tabular-nums">
        {plate === null ? STATE_LABELS[state] : m.timeline_state_and_plate({ state: STATE_LABELS[state], plate })}
      </span>
    </button>
  );
}
