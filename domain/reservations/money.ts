/** Writes dollars with two decimals, such as '$15.00'. */
export function formatDollars(amount: number): string {
  return `$${amount.toFixed(2)}`;
}

/** Writes a price in dollars per hour, such as '$5/hr'; cents only where there are some, such as '$2.50/hr'. */
export function formatHourlyPrice(dollars: number): string {
  return `$${Number.isInteger(dollars) ? dollars : dollars.toFixed(2)}/hr`;
}
