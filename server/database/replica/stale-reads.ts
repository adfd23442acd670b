import type { PlannedCall } from '../../../supabase-server/postgrest/plan/plan-call.ts';
import type { PlannedRead } from '../../../supabase-server/postgrest/plan/plan-read.ts';

/** What the map, drivers' lists of zones and the overview show; a booking depends on none of it. */
const ZONES = 'parking_zones';
const IN_ZONES = new Set([ZONES, 'parking_spaces']);
const FUNCTIONS = new Set([
  'find_map_zones',
  'find_zones',
  'overview_spaces',
  'overview_hours',
  'overview_months',
  'overview_zones',
  'overview_late_ends',
  'overview_services',
  'overview_jobs',
  'overview_failed_payments',
  'overview_failed_notices',
]);

const hasOnlyZones = ({ embeds }: PlannedRead): boolean =>
  embeds.every(({ read }) => IN_ZONES.has(read.table.name) && hasOnlyZones(read));

/** Whether the rows of a read may be a few seconds old, so that a read replica may have them. */
export const mayReadBeStale = (read: PlannedRead): boolean => read.table.name === ZONES && hasOnlyZones(read);

/** As above, for the rows of a call. */
export const mayCallBeStale = ({ fn, read }: PlannedCall): boolean =>
  FUNCTIONS.has(fn.name) && (read === null || hasOnlyZones(read));
