import type { EntryKind } from '../../../domain/money/entry-kinds.ts';

export const ENTRY_FILTERS = ['all', 'payments', 'stays', 'refunds'] as const;

export type EntryFilter = (typeof ENTRY_FILTERS)[number];

export const KINDS_OF: Record<Exclude<EntryFilter, 'all'>, readonly EntryKind[]> = {
  payments: ['payment', 'second_capture', 'cash_payment'],
  stays: ['stay', 'extension', 'change'],
  refunds: ['cancellation', 'stay_refund', 'refund_requested', 'refund_failed'],
};
