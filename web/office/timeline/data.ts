import type { Period } from '../../../domain/zones/occupancy.ts';
import { dataClient } from '../../data/connection.ts';
import { readRows } from '../../ui/data-table/parse-rows.ts';
import { timelineRowSchema, toTimelineSpace } from './timeline-space.ts';

/** How many spaces of a zone are shown. */
const SPACES_LIMIT = 500;

/**
 * The spaces of a zone by name, with the stays of a period, and whether there are more spaces than are shown.
 * @throws Problem `timeline-not-loaded`
 */
export async function loadTimeline(zoneId: string, { from, to }: Period, signal: AbortSignal) {
  const response = await dataClient()
    .rpc('zone_timeline', { zone: zoneId, starts: from.toISOString(), ends: to.toISOString() })
    .abortSignal(signal);
  const { rows, invalid, count } = readRows(response, timelineRowSchema, 'timeline-not-loaded');
  const shown = rows.slice(0, SPACES_LIMIT).map(toTimelineSpace);
  return {
    spaces: shown.map(({ space }) => space),
    invalid: [...invalid, ...shown.flatMap((row) => row.invalid)],
    hasMore: count > SPACES_LIMIT,
  };
}
