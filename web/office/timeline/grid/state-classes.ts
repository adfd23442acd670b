import type { StayState } from '../lay-out-space.ts';

const STRIPES =
  'bg-[repeating-linear-gradient(135deg,transparent_0_8px,color-mix(in_srgb,currentColor_9%,transparent)_8px_16px)]';

/** Each state has a pattern or border of its own beside its colour. */
export const STATE_CLASSES: Record<StayState, string> = {
  future: 'border-brand-ink border-l-4 bg-brand-wash text-ink',
  current: 'border-2 border-positive bg-positive-wash text-ink',
  late: `border-2 border-dashed border-danger bg-danger-wash text-ink ${STRIPES}`,
  held: 'border-2 border-dotted border-field-line bg-surface text-ink',
  completed: `border-line bg-canvas text-muted ${STRIPES}`,
  expired: 'border-dashed border-field-line bg-canvas text-muted',
};
