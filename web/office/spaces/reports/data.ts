import * as z from 'zod';
import { Problem } from '../../../../domain/problems.ts';
import { dataClient } from '../../../data/connection.ts';
import { type ParsedRows, readRows } from '../../../ui/data-table/parse-rows.ts';

/** More than an operator looks after at once. */
const MAX_REPORTS = 50;

const COLUMNS =
  'id, created_at, parking_space_id, parking_spaces!space_reports_parking_space_id_fkey(name, zone_name), new_space:parking_spaces!space_reports_new_parking_space_id_fkey(name, zone_name), profiles!space_reports_user_id_fkey(full_name, email)' as const;

const spaceSchema = z
  .object({ name: z.string(), zone_name: z.string().nullable() })
  .transform(({ name, zone_name: zoneName }) => ({ name, zoneName }));

const reportSchema = z
  .object({
    id: z.string(),
    created_at: z.iso.datetime({ offset: true }),
    parking_space_id: z.string(),
    parking_spaces: spaceSchema,
    new_space: spaceSchema.nullable(),
    profiles: z.object({ full_name: z.string().nullable(), email: z.string().nullable() }).nullable(),
  })
  .transform((row) => ({
    id: row.id,
    createdAt: row.created_at,
    spaceId: row.parking_space_id,
    space: row.parking_spaces,
    /** Null when the driver got none. */
    newSpace: row.new_space,
    /** Empty when the account is gone. */
    driver: row.profiles?.full_name || row.profiles?.email || '',
  }));

/** A space that a driver found taken. */
export type SpaceReport = z.infer<typeof reportSchema>;

/** Those that nobody resolved, the latest first. @throws Problem `space-reports-not-loaded` */
export async function listOpenReports(): Promise<ParsedRows<SpaceReport>> {
  const response = await dataClient()
    .from('space_reports')
    .select(COLUMNS)
    .is('resolved_at', null)
    .order('created_at', { ascending: false })
    .limit(MAX_REPORTS);
  return readRows(response, reportSchema, 'space-reports-not-loaded');
}

/** Makes the space available again, which resolves all its reports. @throws Problem `space-report-not-resolved` */
export async function freeReportedSpace({ id, spaceId }: SpaceReport): Promise<void> {
  const { data, error } = await dataClient()
    .from('parking_spaces')
    .update({ status: 'available' })
    .eq('id', spaceId)
    .eq('status', 'occupied')
    .select('id');
  if (error) throw new Problem('space-report-not-resolved', { cause: error });
  // It has another status already.
  if (data.length === 0) await resolveReport({ id });
}

/** Closes a report and leaves the space as it is; one that is closed already is fine. @throws Problem `space-report-not-resolved` */
export async function resolveReport({ id }: Pick<SpaceReport, 'id'>): Promise<void> {
  const { error } = await dataClient()
    .from('space_reports')
    .update({ resolved_at: new Date().toISOString() })
    .eq('id', id)
    .is('resolved_at', null)
    .select('id');
  if (error) throw new Problem('space-report-not-resolved', { cause: error });
}
