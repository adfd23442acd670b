/** A measured value and its goal. */
export type Figure = { name: string; measured: number; unit?: string } & ({ atLeast: number } | { atMost: number });

/** NaN, for what could not be measured, meets no goal. */
export function isMet(figure: Figure): boolean {
  return 'atLeast' in figure ? figure.measured >= figure.atLeast : figure.measured <= figure.atMost;
}

/** Formats a value with its significant digits; a ratio has no unit. */
export function formatValue(value: number, unit = ''): string {
  const isSmall = Math.abs(value) < 10 && !Number.isInteger(value);
  const digits = unit === '' || isSmall ? 2 : 0;
  return `${value.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
}

export function formatGoal(figure: Figure): string {
  return 'atLeast' in figure
    ? `at least ${formatValue(figure.atLeast, figure.unit)}`
    : `at most ${formatValue(figure.atMost, figure.unit)}`;
}

/**
 * Prints a figure, and sends it to `bench/run.ts` for the table. A figure that misses its goal makes the process fail.
 * @param note explains the figure
 */
export function report(figure: Figure, note = ''): void {
  const { name, measured, unit } = figure;
  console.log(
    `${name.padEnd(40)} ${formatValue(measured, unit).padStart(9)}  (${formatGoal(figure)})  ${note}`.trimEnd(),
  );
  process.send?.(figure);
  if (!isMet(figure)) process.exitCode = 1;
}

/** NaN without values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
