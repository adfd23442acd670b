/** One thing that was measured, and what it should be: at least a value, or at most. */
export type Figure = { name: string; measured: number; unit?: string } & ({ atLeast: number } | { atMost: number });

/** Whether a figure is what it should be; what could not be measured is not. */
export function isMet(figure: Figure): boolean {
  return 'atLeast' in figure ? figure.measured >= figure.atLeast : figure.measured <= figure.atMost;
}

/** A value with as many digits as say something; a ratio has no unit. */
export function shown(value: number, unit = ''): string {
  const isSmall = Math.abs(value) < 10 && !Number.isInteger(value);
  const digits = unit === '' || isSmall ? 2 : 0;
  return `${value.toFixed(digits)}${unit === '' ? '' : ` ${unit}`}`;
}

/** The goal of a figure in words. */
export function goalOf(figure: Figure): string {
  return 'atLeast' in figure
    ? `at least ${shown(figure.atLeast, figure.unit)}`
    : `at most ${shown(figure.atMost, figure.unit)}`;
}

/**
 * Prints a figure, and hands it to `bench/run.ts` for the table at the end when that is what runs this measurement. A
 * figure that is not what it should be makes the process fail.
 * @param note what the figure is made of, for the reader of the line
 */
export function report(figure: Figure, note = ''): void {
  const { name, measured, unit } = figure;
  console.log(`${name.padEnd(40)} ${shown(measured, unit).padStart(9)}  (${goalOf(figure)})  ${note}`.trimEnd());
  process.send?.(figure);
  if (!isMet(figure)) process.exitCode = 1;
}

/** The value in the middle; NaN of nothing. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
