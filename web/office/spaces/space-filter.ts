import { m } from '#messages';
import { groupBy } from '../../../domain/group-by.ts';
import { createTextFilter } from '../../../domain/plain-text.ts';
import { compareNames } from '../../../domain/zones/space-names.ts';
import type { AdminSpace } from '../../booking/space-status/admin-space.ts';
import type { TableQuery } from '../../ui/table/table-url.ts';
import { NO_ZONE } from '../filter-fields.tsx';

export const SPACES_PAGE_SIZE = 50;

export const UNASSIGNED = m.space_unassigned();

/** The state of the table in the URL; the zone is an id. */
export const SPACES_URL = {
  filters: { zone: null, status: ['all', 'available', 'in_use', 'maintenance'] },
  sortable: [],
  defaultSort: null,
} as const;

export const STATUS_OPTIONS = [
  { value: 'all', label: m.filter_all_statuses() },
  { value: 'in_use', label: m.space_filter_in_use() },
  { value: 'available', label: m.space_filter_free() },
  { value: 'maintenance', label: m.space_filter_out_of_service() },
] as const;

const IN_USE: readonly string[] = ['reserved', 'occupied'];

function hasStatus({ status }: Pick<AdminSpace, 'status'>, filter: SpacesQuery['filters']['status']): boolean {
  return filter === 'all' || (filter === 'in_use' ? IN_USE.includes(status) : status === filter);
}

type SpacesQuery = TableQuery<typeof SPACES_URL.filters>;

export function formatGroupName({ zoneName }: Pick<AdminSpace, 'zoneName'>): string {
  return zoneName || UNASSIGNED;
}

/** The spaces of the zone with the words in their name, zone or location, sorted by group and name. */
export function filterSpaces(spaces: readonly AdminSpace[], { search, filters }: SpacesQuery): AdminSpace[] {
  const hasWords = createTextFilter(search);
  return spaces
    .filter(
      (space) =>
        hasStatus(space, filters.status) &&
        (filters.zone === '' || (space.zoneId ?? NO_ZONE) === filters.zone) &&
        hasWords(space.name, space.zoneName, space.location),
    )
    .toSorted(
      (a, b) =>
        compareNames(formatGroupName(a), formatGroupName(b)) ||
        compareNames(a.name, b.name) ||
        compareNames(a.id, b.id),
    );
}

/** Finds the group of each of these spaces, and its size, such as '12 spaces'. */
export function createGroups(spaces: readonly AdminSpace[]) {
  const groups = groupBy(spaces, formatGroupName);
  return (space: AdminSpace) => {
    const name = formatGroupName(space);
    return { name, count: m.space_table_group_count({ count: groups.get(name)?.length ?? 0 }) };
  };
}
