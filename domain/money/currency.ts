/** `$` and `RD$`. */
export const CURRENCIES = ['USD', 'DOP'] as const;

export type Currency = (typeof CURRENCIES)[number];
