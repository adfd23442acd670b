/** What staff do, from the least to the most rights in a zone; accountants read the books of all zones. */
export const DUTIES = ['attendant', 'cashier', 'manager', 'accountant'] as const;

export type Duty = (typeof DUTIES)[number];
