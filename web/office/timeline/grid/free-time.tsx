import type { MouseEvent } from 'react';
import { m } from '#messages';
import type { Period } from '../../../../domain/zones/occupancy.ts';
import { findFreeStart, type TimelineScale } from './timeline-scale.ts';
import type { CellFocus } from './use-roving-cell.ts';

type FreeTimeProps = {
  /** For screen readers. */
  name: string;
  time: Period;
  now: Date;
  scale: TimelineScale;
  focus: CellFocus;
  onReserve: (start: Date) => void;
};

/** A gap that can be reserved: from the half hour that is pointed at, or from its start by the keyboard. */
export function FreeTime({ name, time, now, scale, focus, onReserve }: FreeTimeProps) {
  const reserve = ({ detail, clientX, currentTarget }: MouseEvent<HTMLElement>) => {
    const isByKeyboard = detail === 0;
    const px = isByKeyboard ? 0 : clientX - currentTarget.getBoundingClientRect().left;
    onReserve(findFreeStart(time, px, { now, scale }));
  };
  return (
    <button
      {...focus}
      type="button"
      aria-label={name}
      title={m.for_driver_open()}
      aria-haspopup="dialog"
      onClick={reserve}
      className="h-full w-full rounded-lg -outline-offset-3 hover:bg-brand-wash"
    />
  );
}
