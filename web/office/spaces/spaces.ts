import { useQuery } from '@tanstack/react-query';
import { toast } from 'sonner';
import * as z from 'zod';
import { m } from '#messages';
import { toCamelCase, toColumns } from '../../../domain/camel-case.ts';
import { Problem, type ProblemKey, toErrorMessage } from '../../../domain/problems.ts';
import { SPACE_CHANGES } from '../../booking/keys.ts';
import { ADMIN_SPACE_COLUMNS, type AdminSpace, adminSpaceSchema } from '../../booking/space-status/admin-space.ts';
import { listZoneChoices } from '../../booking/zones/zone-choices.ts';
import { dataClient } from '../../data/connection.ts';
import { FOREIGN_KEY_VIOLATION, save, toRepeatableProblem } from '../../data/database-problem.ts';
import { ROWS_LIMIT } from '../../data/table-page.ts';
import { updateVersioned } from '../../data/update-versioned.ts';
import { useProblemToast } from '../../ui/feedback/use-problem-toast.ts';
import { useAction } from '../../ui/form/use-action.ts';
import { getNow } from '../../ui/platform/clock.ts';
import { joinRows, type ParsedRows, readRow, readRows } from '../../ui/table/parse-rows.ts';
import { officeKeys } from '../keys.ts';
import { FAULTS, type Fault, type NewSpaceRow } from './import/check-rows.ts';
import { IMPORT_COLUMNS } from './import/space-sheet.ts';

/** More than an operator looks after at once. */
const MAX_REPORTS = 50;

const REPORT_COLUMNS =
  'id, created_at, parking_space_id, parking_spaces!space_reports_parking_space_id_fkey(name, zone_name), new_space:parking_spaces!space_reports_new_parking_space_id_fkey(name, zone_name), profiles!space_reports_user_id_fkey(full_name, email), late:reservations!space_reports_late_reservation_id_fkey(id, vehicle_plate)' as const;

const spaceSchema = z.object({ name: z.string(), zone_name: z.string().nullable() }).transform(toCamelCase);

const reportSchema = z
  .object({
    id: z.string(),
    created_at: z.iso.datetime({ offset: true }),
    parking_space_id: z.string(),
    parking_spaces: spaceSchema,
    new_space: spaceSchema.nullable(),
    profiles: z.object({ full_name: z.string().nullable(), email: z.string().nullable() }).nullable(),
    late: z.object({ id: z.string(), vehicle_plate: z.string().nullable() }).transform(toCamelCase).nullable(),
  })
  .transform((row) => ({
    id: row.id,
    createdAt: row.created_at,
    spaceId: row.parking_space_id,
    space: row.parking_spaces,
    /** Null when the driver got none. */
    newSpace: row.new_space,
    /** The reservation that was over and not ended. */
    late: row.late,
    /** Empty when the account is gone. */
    driver: row.profiles?.full_name || row.profiles?.email || '',
  }));

/** All spaces by name, page by page. One that moves from one page to another meanwhile is kept once. */
async function listAllSpaces(signal: AbortSignal): Promise<Pick<ParsedRows<AdminSpace>, 'rows' | 'invalid'>> {
  const pages: ParsedRows<AdminSpace>[] = [];
  do {
    const from = pages.length * ROWS_LIMIT;
    const response = await dataClient()
      .from('parking_spaces')
      .select(ADMIN_SPACE_COLUMNS)
      .order('sort_name')
      .order('id')
      .range(from, from + ROWS_LIMIT - 1)
      .abortSignal(signal);
    pages.push(readRows(response, adminSpaceSchema, 'admin-spaces-not-loaded'));
  } while (pages.at(-1)?.count === ROWS_LIMIT);
  const { rows, invalid } = joinRows(pages);
  return { rows: [...new Map(rows.map((row) => [row.id, row])).values()], invalid };
}

/** `hourlyRate` in the operator's currency. */
export type SpaceChanges = Pick<AdminSpace, 'name' | 'zoneId' | 'zoneName' | 'location' | 'hint' | 'deviceId'> & {
  hourlyRate: number;
};

const toRow = ({ deviceId, ...space }: SpaceChanges) => ({ ...toColumns(space), kavass_device_id: deviceId });

/** Creates all of the spaces or none. */
export function createSpaces(spaces: readonly SpaceChanges[]): Promise<void> {
  const key: ProblemKey = spaces.length === 1 ? 'space-not-created' : 'spaces-not-created';
  // One insert is one transaction.
  return save(dataClient().from('parking_spaces').insert(spaces.map(toRow)).select('id'), key);
}

/** Updates a space and returns null, or the stored space when somebody else has changed it since it was loaded. */
export function updateSpace(loaded: AdminSpace, changes: SpaceChanges): Promise<AdminSpace | null> {
  const stored = { table: 'parking_spaces', columns: ADMIN_SPACE_COLUMNS, schema: adminSpaceSchema };
  return updateVersioned(loaded, toRow(changes), stored, 'space-not-updated');
}

export const deleteSpace = (id: string): Promise<void> =>
  save(dataClient().from('parking_spaces').delete().eq('id', id).select('id').single(), 'space-not-deleted');

const codeSchema = z.object({ code: z.string() });

/** All spaces, and the zones to choose from. */
export function useAdminSpaces() {
  const list = useQuery({
    queryKey: officeKeys.spaces(),
    queryFn: async ({ signal }) => {
      const [{ rows: spaces, invalid }, zones] = await Promise.all([
        listAllSpaces(signal),
        listZoneChoices('admin-spaces-not-loaded', signal),
      ]);
      return { spaces, invalid, zones };
    },
  });
  useProblemToast(list.error);
  return list;
}

/**
 * Tells the outcome in toasts.
 * @param write may return the stored space, when somebody else changed it since it was loaded; nothing was written then
 */
export function useSpaceWrite<Input, Newer>(
  write: (input: Input) => Promise<Newer>,
  formatSuccess: (input: Input) => string,
) {
  return useAction(write, {
    invalidates: SPACE_CHANGES,
    onSuccess: (newer, input) => {
      if (!newer) toast.success(formatSuccess(input));
    },
    onError: (error) => {
      const isReserved = codeSchema.safeParse(error.cause).data?.code === FOREIGN_KEY_VIOLATION;
      toast.error(toErrorMessage(error), isReserved ? { description: m.problem_space_still_reserved() } : {});
    },
  });
}

/** A space that a driver found taken. */
export type SpaceReport = z.infer<typeof reportSchema>;

/** Those that nobody resolved, the latest first. */
export async function listOpenReports(): Promise<ParsedRows<SpaceReport>> {
  const response = await dataClient()
    .from('space_reports')
    .select(REPORT_COLUMNS)
    .is('resolved_at', null)
    .order('created_at', { ascending: false })
    .limit(MAX_REPORTS);
  return readRows(response, reportSchema, 'space-reports-not-loaded');
}

/** Makes the space available again, which resolves all its reports. */
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

/** Closes a report and leaves the space as it is; one that is closed already is fine. */
export function resolveReport({ id }: Pick<SpaceReport, 'id'>): Promise<void> {
  const resolved = { resolved_at: getNow().toISOString() };
  const write = dataClient().from('space_reports').update(resolved).eq('id', id).is('resolved_at', null).select('id');
  return save(write, 'space-report-not-resolved');
}

const resultSchema = z.object({
  imported: z.number(),
  faults: z.array(z.object({ row: z.int(), column: z.enum(IMPORT_COLUMNS), fault: z.enum(FAULTS) })),
});

/** The server takes no larger request. */
const MAX_REQUEST_BYTES = 1_000_000;

/** `index` is the place among the rows. */
type ImportResult = { imported: number; faults: (Fault & { index: number })[] };

/**
 * Adds all of the spaces, or none of them and says what is wrong. A repeat with the same key adds nothing.
 * @throws Problem `import-out-of-bounds`, `outcome-unknown` or `spaces-not-imported`
 */
export async function importSpaces(rows: readonly NewSpaceRow[], key: string): Promise<ImportResult> {
  if (new Blob([JSON.stringify(rows)]).size > MAX_REQUEST_BYTES) throw new Problem('import-out-of-bounds');
  const response = await dataClient().rpc('import_spaces', { rows, key });
  const { imported, faults } = readRow(response, resultSchema, 'spaces-not-imported', toRepeatableProblem);
  return { imported, faults: faults.map(({ row, ...fault }) => ({ ...fault, index: row - 1 })) };
}
