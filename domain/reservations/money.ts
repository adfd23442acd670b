/** Such as '$15.00'. */
export function formatDollars(amount: number): string {
  return `$${amount.toFixed(2)}`;
}

/** Such as '$5/hr' or '$2.50/hr'. */
export function formatHourlyPrice(dollars: number): string {
  return `$${Number.isInteger(dollars) ? dollars : dollars.toFixed(2)}/hr`;
}
