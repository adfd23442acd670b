import type { CsvColumn } from '../platform/csv.ts';
import type { AdminSpace } from './admin-space.ts';
import { formatGroupName } from './space-filter.ts';

/** The columns of the exported file. */
export const SPACE_CSV: readonly CsvColumn<AdminSpace>[] = [
  { header: 'Space', value: ({ id }) => id },
  { header: 'Zone', value: formatGroupName },
  { header: 'Space Name', value: ({ name }) => name },
  { header: 'Status', value: ({ status }) => status },
  { header: 'Location', value: ({ location }) => location },
  { header: 'Lock Device', value: ({ deviceId }) => deviceId },
  { header: 'Rate/Hour', value: ({ hourlyRate }) => hourlyRate?.toFixed(2) ?? null },
  { header: 'Last Activity', value: ({ lastActivity }) => lastActivity },
];
