import { PROVIDERS } from '../../../domain/money/charge-method.ts';
import type { TableQuery } from '../../ui/data-table/table-url.ts';
import { DIFFERENCE_KINDS } from './difference.ts';

/** How the overview's address names the list of all differences. */
export const DIFFERENCES_VIEW = { view: 'differences' } as const;

/** Stored in the address. The first choice of each filter is the default; `from` and `to` are days, both included. */
export const DIFFERENCES_URL = {
  filters: {
    state: ['open', 'resolved', 'any'],
    kind: ['alarms', 'every', ...DIFFERENCE_KINDS],
    provider: ['any', ...PROVIDERS],
    from: null,
    to: null,
  },
  sortable: ['created_at'],
  defaultSort: { id: 'created_at', desc: true },
} as const;

export type DifferencesQuery = TableQuery<typeof DIFFERENCES_URL.filters>;
