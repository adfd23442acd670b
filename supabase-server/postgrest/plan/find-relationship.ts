import { DataError } from '../data-error.ts';
import type { EmbedItem } from '../parse/parse-select.ts';
import type { ForeignKey, Schema, Table } from './schema.ts';

/** How a table is related to one that is embedded in it; `pairs` are the columns that join them. */
export type Relationship = {
  key: ForeignKey;
  child: string;
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one';
  pairs: readonly { child: string; parent: string }[];
};

function pairColumns(parents: readonly string[], children: readonly string[]): Relationship['pairs'] {
  return parents.map((parent, index) => ({ parent, child: children[index] ?? '' }));
}

/** A client names a relation by the other table, by the foreign key, or by the one column that holds the key. */
function findRelationships(schema: Schema, table: Table, { relation, hint }: EmbedItem): Relationship[] {
  const isHinted = (key: ForeignKey) =>
    hint === null || [key.name, ...key.fromColumns, ...key.toColumns].includes(hint);
  return schema.foreignKeys.filter(isHinted).flatMap((key) => {
    const found: Relationship[] = [];
    const column = key.fromColumns.length === 1 ? key.fromColumns : [];
    if (key.from === table.name && [key.to, key.name, ...column].includes(relation)) {
      const cardinality = key.isUnique ? 'one-to-one' : 'many-to-one';
      found.push({ key, child: key.to, cardinality, pairs: pairColumns(key.fromColumns, key.toColumns) });
    }
    if (key.to === table.name && [key.from, key.name].includes(relation)) {
      const cardinality = key.isUnique ? 'one-to-one' : 'one-to-many';
      found.push({ key, child: key.from, cardinality, pairs: pairColumns(key.toColumns, key.fromColumns) });
    }
    return found;
  });
}

function createNoRelationError(schema: Schema, table: Table, { relation, hint }: EmbedItem): DataError {
  const between = `'${table.name}' and '${relation}'`;
  const hinted = hint === null ? '' : ` using the hint '${hint}'`;
  return new DataError(400, 'PGRST200', `Could not find a relationship between ${between} in the schema cache`, {
    details: `Searched for a foreign key relationship between ${between}${hinted} in the schema '${schema.name}', but no matches were found.`,
  });
}

function createAmbiguityError(table: Table, { relation }: EmbedItem, relations: readonly Relationship[]): DataError {
  const ways = relations.map(({ key }) => `'${relation}!${key.name}'`).join(', ');
  const message = `Could not embed because more than one relationship was found for '${table.name}' and '${relation}'`;
  return new DataError(300, 'PGRST201', message, {
    details: relations.map(({ key, child, cardinality, pairs }) => ({
      cardinality,
      embedding: `${table.name} with ${child}`,
      relationship: `${key.name} using ${table.name}(${pairs.map(({ parent }) => parent).join(', ')}) and ${child}(${pairs.map((pair) => pair.child).join(', ')})`,
    })),
    hint: `Try changing '${relation}' to one of the following: ${ways}. Find the desired relationship in the 'details' key.`,
  });
}

/** @throws DataError PGRST200 when the tables are not related, PGRST201 when they are in several ways */
export function findRelationship(schema: Schema, table: Table, item: EmbedItem): Relationship {
  const relations = findRelationships(schema, table, item);
  const [only] = relations;
  if (only === undefined) throw createNoRelationError(schema, table, item);
  if (relations.length > 1) throw createAmbiguityError(table, item, relations);
  return only;
}
