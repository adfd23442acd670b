/** Writes dollars with two decimals, such as '$15.00'. */
export function formatDollars(amount: number): string {
  return `$${amount.toFixed(2)}`;
}
