import type { ReservationState } from '../lay-out-space.ts';

/** A line at the start of each hour, which is `--hour` wide, beside the name of the space, which is `--name` wide. */
export const HOUR_LINES_CLASS =
  'bg-[repeating-linear-gradient(to_right,var(--line)_0_1px,transparent_1px_var(--hour))] bg-position-[var(--name)_0]';

/** A line at the present time, `--now` from the start of the day. */
export const NOW_LINE_CLASS =
  "before:absolute before:inset-y-0 before:left-[calc(var(--name)+var(--now))] before:w-0.5 before:bg-danger before:content-['']";

/** Hatches the day of a space. */
export const OUT_OF_SERVICE_CLASS =
  "after:pointer-events-none after:absolute after:inset-0 after:bg-[repeating-linear-gradient(135deg,transparent_0_8px,color-mix(in_srgb,var(--ink)_10%,transparent)_8px_16px)] after:content-['']";

/** Of the header, in px. */
export const HEADER_HEIGHT = 40;

const STRIPES =
  'bg-[repeating-linear-gradient(135deg,transparent_0_8px,color-mix(in_srgb,currentColor_9%,transparent)_8px_16px)]';

/** Each state has a pattern or border of its own beside its colour. */
export const STATE_CLASSES: Record<ReservationState, string> = {
  future: 'border-brand-ink border-l-4 bg-brand-wash text-ink',
  current: 'border-2 border-positive bg-positive-wash text-ink',
  late: `border-2 border-dashed border-danger bg-danger-wash text-ink ${STRIPES}`,
  held: 'border-2 border-dotted border-field-line bg-surface text-ink',
  completed: `border-line bg-canvas text-muted ${STRIPES}`,
  expired: 'border-dashed border-field-line bg-canvas text-muted',
};
