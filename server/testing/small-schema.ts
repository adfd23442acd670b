import type { Schema, Table } from '../../supabase-server/postgrest/plan/schema.ts';

const table = (name: string, columns: Record<string, string>): [string, Table] => [
  name,
  {
    name,
    columns: new Map(Object.entries(columns).map(([column, type]) => [column, { type, defaultSql: null }])),
    primaryKey: ['id'],
  },
];
const key = (name: string, from: string, column: string, to: string, isUnique = false) => ({
  name,
  from,
  fromColumns: [column],
  to,
  toColumns: ['id'],
  isUnique,
});

const tables = new Map([
  table('zones', { id: 'integer', name: 'text', 'odd "name"': 'text' }),
  table('spaces', { id: 'integer', name: 'text', zone_id: 'integer', rate: 'numeric' }),
  table('locks', { id: 'integer', space_id: 'integer' }),
  table('reservations', { id: 'integer', from_id: 'integer', to_id: 'integer' }),
]);

/** A schema without a database: zones have spaces, a space has a lock, reservations lead from space to space. */
export const SMALL_SCHEMA: Schema = {
  tables,
  foreignKeys: [
    key('spaces_zone', 'spaces', 'zone_id', 'zones'),
    key('locks_space', 'locks', 'space_id', 'spaces', true),
    key('reservations_from', 'reservations', 'from_id', 'spaces'),
    key('reservations_to', 'reservations', 'to_id', 'spaces'),
  ],
  functions: new Map([
    [
      'free',
      [
        {
          name: 'free',
          arguments: [
            { name: 'zone', type: 'integer', hasDefault: false },
            { name: 'hours', type: 'integer', hasDefault: true },
          ],
          returnsSet: true,
          returns: 'row',
          isReadOnly: true,
          rows: tables.get('spaces') ?? null,
        },
      ],
    ],
    ['rate', [{ name: 'rate', arguments: [], returnsSet: false, returns: 'scalar', isReadOnly: true, rows: null }]],
  ]),
};
