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
