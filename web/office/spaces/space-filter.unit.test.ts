import { describe, expect, test } from 'vitest';
import type { AdminSpace } from '../../booking/space-status/admin-space.ts';
import { NO_ZONE } from '../filter-fields.tsx';
import { filterSpaces } from './space-filter.ts';

const space = (name: string, zoneName: string | null, location: string | null = null): AdminSpace => ({
  id: `${zoneName}-${name}`,
  name,
  zoneId: zoneName === null ? null : `id-of-${zoneName}`,
  zoneName,
  location,
  hint: null,
  sign: '',
  deviceId: null,
  hourlyRate: 5,
  status: 'available',
  lastActivity: null,
  version: '2026-01-01T00:00:00Z',
  override: null,
});

const SPACES = [
  space('A-10', 'Naco'),
  space('A-2', 'Naco', 'Av. Tiradentes'),
  space('B-1', 'Zona Colonial'),
  space('A-1', null),
  space('C-1', 'Ágora'),
];

const found = (search = '', zone = '') =>
  filterSpaces(SPACES, { page: 1, search, sort: null, filters: { zone, status: 'all' } }).map(({ name }) => name);

describe('finding spaces', () => {
  test('sorts them by the name of their group, then by their own, numbers as numbers', () => {
    expect(found()).toEqual(['C-1', 'A-2', 'A-10', 'A-1', 'B-1']);
  });

  test.each([
    ['name', 'b-', ['B-1']],
    ['zone', 'NACO', ['A-2', 'A-10']],
    ['zone without its accents', 'agora', ['C-1']],
    ['zone with accents that it does not have', 'tirádentes', ['A-2']],
    ['location', 'tiradentes', ['A-2']],
    ['nothing', 'x', []],
  ])('goes by %s', (_what, words, names) => {
    expect(found(words)).toEqual(names);
  });

  test('goes by zone, and by both at once', () => {
    expect(found('', 'id-of-Naco')).toEqual(['A-2', 'A-10']);
    expect(found('', NO_ZONE)).toEqual(['A-1']);
    expect(found('10', 'id-of-Naco')).toEqual(['A-10']);
    expect(found('b-1', 'id-of-Naco')).toEqual([]);
  });
});

test.each([
  ['all', 4],
  ['in_use', 2],
  ['available', 1],
  ['maintenance', 1],
] as const)('the filter %s finds %i of four spaces', (status, count) => {
  const statuses = ['available', 'reserved', 'occupied', 'maintenance'] as const;
  const spaces = statuses.map((one) => ({ ...space(one, 'Naco'), status: one }));
  const filters = { zone: '', status };
  expect(filterSpaces(spaces, { page: 1, search: '', sort: null, filters })).toHaveLength(count);
});
