import { m } from '#messages';
import { groupBy } from '../../../../domain/group-by.ts';
import { MAX_PRICE } from '../../../../domain/money/money.ts';
import { foldText } from '../../../../domain/plain-text.ts';
import { TEXT_LIMITS } from '../../../../domain/text-limits.ts';
import type { AdminSpace } from '../../../booking/space-status/admin-space.ts';
import type { ZonePrice } from '../../../booking/zones/zone-choices.ts';
import type { ImportColumn, SpaceRow } from './space-sheet.ts';

/** `import_spaces` has the same, but for the first. */
export const FAULTS = [
  'zone-ambiguous',
  'zone-gone',
  'name-missing',
  'name-repeated',
  'name-taken',
  'lock-repeated',
  'lock-used',
  'text-too-long',
  'rate-out-of-range',
] as const;

export type Fault = { column: ImportColumn; fault: (typeof FAULTS)[number] };

/** A row for the database: `zone` is an id, `lock` the vendor's id, and an empty text stands for what the file leaves out. */
export type NewSpaceRow = {
  name: string;
  zone: string | undefined;
  location: string | undefined;
  hint: string | undefined;
  lock: string | undefined;
  rate: number | undefined;
};

/** A row with what is wrong with it, and the space that it becomes when nothing is. */
export type CheckedRow = SpaceRow & { faults: Fault[]; space: NewSpaceRow };

type Stored = { spaces: readonly AdminSpace[]; zones: readonly ZonePrice[] };

/** What an export has for spaces without a zone. */
const NO_ZONE_NAMES = ['', 'unassigned', 'sin asignar'];

const LONGEST: ReadonlyMap<ImportColumn, number> = new Map([
  ['name', TEXT_LIMITS.spaceName.max],
  ['location', TEXT_LIMITS.spaceLocation.max],
  ['hint', TEXT_LIMITS.spaceHint.max],
  ['lock', TEXT_LIMITS.lockDevice.max],
]);

type Check = [isWrong: boolean, column: ImportColumn, fault: Fault['fault']];

/** Such as 'RD$1,250.00', '1.250,00' or '3,5'. */
const RATE = /^(?:RD|US)?\$?\s*(\d{1,5}|\d{1,3}(?:,\d{3})+(?!,)|\d{1,3}(?:\.\d{3})+(?=,))(?:[.,](\d{1,2}))?$/i;

/** The rate in a cell as spreadsheets show it, or undefined. */
function parseRate(cell: string): number | undefined {
  const [, whole, decimals = '0'] = RATE.exec(cell) ?? [];
  return whole === undefined ? undefined : Number(`${whole.replaceAll(/\D/g, '')}.${decimals}`);
}

/** Checks the rows of a file, also against each other and against what is stored. */
export function checkRows(rows: readonly SpaceRow[], { spaces, zones }: Stored): CheckedRow[] {
  const findZones = createZoneSearch(zones);
  const read = rows.map((row) => {
    const found = findZones(row.cells.zone);
    return { row, found, name: createNameKey(found[0]?.id ?? null, row.cells.name) };
  });
  const names = groupBy(read, ({ name }) => name);
  const locks = groupBy(rows, ({ cells }) => cells.lock);
  const takenNames = new Set(spaces.map((space) => createNameKey(space.zoneId, space.name)));
  const usedLocks = new Set(spaces.map(({ deviceId }) => deviceId));

  return read.map(({ row, found, name }) => {
    const { cells } = row;
    const rate = parseRate(cells.rate);
    const isRateWrong = cells.rate !== '' && (rate === undefined || rate > MAX_PRICE);
    const isZoneKnown = found.length === 1 || isNoZone(cells.zone);
    const checks: Check[] = [
      [found.length > 1, 'zone', 'zone-ambiguous'],
      [!isZoneKnown && found.length === 0, 'zone', 'zone-gone'],
      [cells.name === '', 'name', 'name-missing'],
      [cells.name !== '' && isZoneKnown && (names.get(name)?.length ?? 0) > 1, 'name', 'name-repeated'],
      [cells.name !== '' && isZoneKnown && takenNames.has(name), 'name', 'name-taken'],
      [cells.lock !== '' && (locks.get(cells.lock)?.length ?? 0) > 1, 'lock', 'lock-repeated'],
      [cells.lock !== '' && usedLocks.has(cells.lock), 'lock', 'lock-used'],
      ...Array.from(LONGEST, ([column, max]): Check => [cells[column].length > max, column, 'text-too-long']),
      [isRateWrong, 'rate', 'rate-out-of-range'],
    ];
    return {
      ...row,
      faults: checks.flatMap(([isWrong, column, fault]) => (isWrong ? [{ column, fault }] : [])),
      space: {
        name: cells.name,
        zone: found[0]?.id,
        location: cells.location || undefined,
        hint: cells.hint || undefined,
        lock: cells.lock || undefined,
        rate,
      },
    };
  });
}

const isNoZone = (name: string) => NO_ZONE_NAMES.includes(foldText(name));

/** A key that is equal for names that differ in capitals only, which people would mix up. */
const createNameKey = (zoneId: string | null, name: string) => `${zoneId ?? ''} ${name.trim().toLowerCase()}`;

/** Finds zones by name: the one with exactly this name, or those whose name differs in capitals or accents. */
function createZoneSearch(zones: readonly ZonePrice[]): (name: string) => readonly ZonePrice[] {
  const byName = groupBy(zones, ({ name }) => foldText(name));
  return (name) => {
    const found = byName.get(foldText(name)) ?? [];
    const exact = found.filter((zone) => zone.name.trim() === name);
    return exact.length > 0 ? exact : found;
  };
}

const SENTENCES: Record<Fault['fault'], (values: { value: string; max: string }) => string> = {
  'zone-ambiguous': m.import_zone_ambiguous,
  'zone-gone': m.import_zone_gone,
  'name-missing': m.import_name_missing,
  'name-repeated': m.import_name_repeated,
  'name-taken': m.import_name_taken,
  'lock-repeated': m.import_lock_repeated,
  'lock-used': m.import_lock_used,
  'text-too-long': m.import_text_too_long,
  'rate-out-of-range': m.import_rate_malformed,
};

/** Such as 'Row 12: zone “Naco 2” does not exist'. */
export function describeFault({ number, cells }: SpaceRow, { column, fault }: Fault): string {
  const values = { value: cells[column], max: String(LONGEST.get(column)) };
  return m.import_row_fault({ row: number, fault: SENTENCES[fault](values) });
}
