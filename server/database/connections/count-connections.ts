import type { Logger } from 'pino';
import type { Sql } from 'postgres';

/** How many connections this role may open here, while nobody else has any. */
async function countAvailable(sql: Sql): Promise<number> {
  const [row] = await sql<{ available: number }[]>`
    select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
    ) as available`;
  return row?.available ?? 0;
}

/** Tells the operator, in the log and on the terminal, when the database has fewer connections than one server may open. */
export async function warnOfFewConnections(sql: Sql, wanted: number, log: Logger): Promise<void> {
  const available = await countAvailable(sql);
  if (available >= wanted) return;
  log.warn({ available, wanted }, 'the database has too few connections');
  process.stdout.write(
    `The database gives this server ${available} connections, and it may open ${wanted}: raise max_connections, or lower DATABASE_CONNECTIONS\n`,
  );
}
