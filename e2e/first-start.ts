import pRetry from 'p-retry';
import type { Sql } from '../supabase-server/connections/sql.ts';
import { readErrorCode } from '../supabase-server/error-code.ts';
import { runAsOwner } from './run-as-owner.ts';
import type { RunningServer } from './server.ts';

const DEADLOCK = '40P01';

type Table = { name: string; kept: string; columns: string };

/**
 * The product's tables, where their rows of a first start are kept, and the columns that can be written. Each server writes
 * the two installations at its own start.
 */
const listTables = (sql: Sql) => sql<Table[]>`
  select
    format('%I.%I', table_schema, table_name) as name,
    format('first_start.%I', table_schema || '.' || table_name) as kept,
    string_agg(format('%I', column_name), ', ') as columns
  from information_schema.columns join information_schema.tables using (table_schema, table_name)
  where table_type = 'BASE TABLE'
    and table_schema not in ('pg_catalog', 'information_schema', 'first_start')
    and is_generated = 'NEVER'
    and (table_schema, table_name) not in (('private', 'installation'), ('private', 'fiscal_installation'))
  group by table_schema, table_name`;

/** Keeps a copy of all rows, in the database itself. */
export function keepFirstStart(server: RunningServer): Promise<unknown> {
  return runAsOwner(server, async (sql) => {
    const tables = await listTables(sql);
    const copies = tables.map(({ name, kept, columns }) => `create table ${kept} as select ${columns} from ${name};`);
    await sql.unsafe(`create schema first_start; ${copies.join('\n')}`);
  });
}

/** Brings back the rows of a first start while the server runs. */
export function restoreFirstStart(server: RunningServer): Promise<unknown> {
  return runAsOwner(server, async (sql) => {
    const tables = await listTables(sql);
    const inserts = tables.map(
      ({ name, kept, columns }) =>
        `insert into ${name} (${columns}) overriding system value select ${columns} from ${kept};`,
    );
    // Without triggers: the rows went through the rules of their tables when they came about. To truncate takes five times
    // as long, as each table and index becomes a new file, and every plan a new one.
    const restore = () =>
      sql.begin((transaction) =>
        transaction.unsafe(`
          set local session_replication_role = replica;
          ${tables.map(({ name }) => `delete from ${name};`).join('\n')}
          ${inserts.join('\n')}`),
      );
    // A job of the server may lock the same rows in another order.
    await pRetry(restore, { minTimeout: 0, shouldRetry: ({ error }) => readErrorCode(error) === DEADLOCK });
  });
}
